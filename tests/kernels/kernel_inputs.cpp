#include "tests/kernels/kernel_inputs.h"

#include "engine/kernels/dispatch.h"

#include <cmath>

namespace moru::test {

std::vector<float> Random::floats(std::int64_t count, float low, float high)
{
    std::vector<float> values(static_cast<std::size_t>(count));
    for (float& value : values)
        value = uniform(low, high);
    return values;
}

kernels::KernelTable table(Isa isa)
{
    auto result = kernels::kernelsFor(isa);
    return result ? *result : kernels::KernelTable {};
}

std::vector<Isa> fasterIsas()
{
    std::vector<Isa> list;
    for (const Isa isa : { Isa::Avx2, Isa::Avx512 }) {
        if (cpuFeatures().supports(isa))
            list.push_back(isa);
    }
    return list;
}

void addIsaRows()
{
    QTest::addColumn<int>("isa");
    for (const Isa isa : fasterIsas())
        QTest::addRow("%s", std::string(isaName(isa)).c_str()) << static_cast<int>(isa);
    if (fasterIsas().empty())
        QTest::addRow("none") << -1;
}

QByteArray firstDifference(
    const std::vector<float>& actual, const std::vector<float>& expected, const std::vector<double>& bounds)
{
    if (actual.size() != expected.size() || bounds.size() != expected.size())
        return "sizes differ";
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (actual[i] == expected[i] || (std::isnan(actual[i]) && std::isnan(expected[i])))
            continue;
        const double difference = std::abs(static_cast<double>(actual[i]) - static_cast<double>(expected[i]));
        if (!(difference <= bounds[i])) {
            return QByteArray("element ") + QByteArray::number(static_cast<qlonglong>(i)) + " of "
                + QByteArray::number(static_cast<qlonglong>(expected.size())) + ": "
                + QByteArray::number(static_cast<double>(actual[i]), 'g', 9) + ", expected "
                + QByteArray::number(static_cast<double>(expected[i]), 'g', 9) + " ± "
                + QByteArray::number(bounds[i], 'g', 3);
        }
    }
    return {};
}

} // namespace moru::test
