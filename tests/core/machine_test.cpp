#include "engine/api/machine.h"

#include "engine/core/aligned_buffer.h"
#include "engine/core/allowed_processors.h"
#include "engine/core/cgroup_limits.h"
#include "engine/core/cpu_features.h"
#include "engine/core/mapped_file.h"
#include "engine/core/thread_pool.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <thread>

#include <sched.h>

class Machine final : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { qunsetenv("MORU_ISA"); }
    void withoutForcingTheBestIsaIsChosen();
    void forcedIsaIsChosen();
    void unknownIsaIsRefused();
    void isaOfOtherProcessorsIsRefused();
    void isaNamesAreThoseOfTheContract();
    void largerIsaNeedsTheSmaller();
    void descriptionAgreesWithItsParts();
    void processMemoryGrowsWithWhatIsTouched();
    void onlyTouchedMemoryOfTheEngineIsCounted();
    void bandwidthIsPlausible();
    void affinityLimitsThreads();
    void affinityOfLargeMachinesIsRead();
    void unreadableAffinityAllowsNothing();
};

void Machine::withoutForcingTheBestIsaIsChosen()
{
    const auto isa = moru::chosenIsa();
    QVERIFY(isa.has_value());
    QVERIFY(moru::cpuFeatures().supports(*isa));
    for (const auto better : moru::kAllIsas)
        QVERIFY(better <= *isa || !moru::cpuFeatures().supports(better));
}

void Machine::forcedIsaIsChosen()
{
    for (const auto isa : moru::kAllIsas) {
        const std::string name(moru::isaName(isa));
        qputenv("MORU_ISA", name.c_str());
        const auto chosen = moru::chosenIsa();
        if (moru::cpuFeatures().supports(isa))
            QVERIFY(chosen.has_value() && *chosen == isa);
        else
            QVERIFY(!chosen && chosen.error().code == moru::ErrorCode::UnsupportedIsa);
    }
}

void Machine::unknownIsaIsRefused()
{
    qputenv("MORU_ISA", "avx1024");
    QVERIFY(moru::chosenIsa().error().code == moru::ErrorCode::InvalidSetting);
    for (const auto isa : moru::kAllIsas)
        QVERIFY(moru::chosenIsa().error().message.find(moru::isaName(isa)) != std::string::npos);
    QVERIFY(moru::describeMachine().error().code == moru::ErrorCode::InvalidSetting);
}

void Machine::isaOfOtherProcessorsIsRefused()
{
    qputenv("MORU_ISA", "neon"); // a name that is known, not a typing error
    QVERIFY(moru::chosenIsa().error().code == moru::ErrorCode::UnsupportedIsa);
}

void Machine::isaNamesAreThoseOfTheContract()
{
    QCOMPARE(moru::isaName(moru::Isa::Scalar), std::string_view("scalar"));
    QCOMPARE(moru::isaName(moru::Isa::Avx2), std::string_view("avx2"));
    QCOMPARE(moru::isaName(moru::Isa::Avx512), std::string_view("avx512f"));
    QCOMPARE(moru::isaName(moru::Isa::AvxVnni), std::string_view("avxvnni"));
    QCOMPARE(moru::isaName(moru::Isa::Avx512Vnni), std::string_view("avx512"));
    QCOMPARE(moru::isaName(moru::Isa::Amx), std::string_view("amx"));
}

void Machine::largerIsaNeedsTheSmaller()
{
    const auto& features = moru::cpuFeatures();
    QVERIFY(!features.processorName.empty());
    QVERIFY(!features.avx512 || features.avx2);
    QVERIFY(!features.avxVnni || features.avx2);
    QVERIFY(!features.avx512Vnni || features.avx512);
    QVERIFY(!features.supports(moru::Isa::Amx) || features.avx512Vnni);
    QVERIFY(features.supports(moru::Isa::Scalar));
}

void Machine::descriptionAgreesWithItsParts()
{
    const auto machine = moru::describeMachine();
    QVERIFY(machine.has_value());
    QCOMPARE(machine->threadCount, moru::allowedThreadCount());
    QCOMPARE(machine->features, moru::cpuFeatures().names());
    QVERIFY(machine->totalMemoryBytes > (64ULL << 20U));
    QVERIFY(machine->availableMemoryBytes > 0);
    QVERIFY(machine->availableMemoryBytes <= machine->totalMemoryBytes);
}

void Machine::processMemoryGrowsWithWhatIsTouched()
{
    const auto before = moru::processMemory();
    QVERIFY(before.residentBytes > 0);
    const std::vector<char> touched(64U << 20U, 'x');
    const auto after = moru::processMemory();
    QVERIFY(after.residentBytes >= before.residentBytes + (50U << 20U));
    QVERIFY(after.peakResidentBytes >= after.residentBytes);
    QCOMPARE(touched.back(), 'x');
}

void Machine::onlyTouchedMemoryOfTheEngineIsCounted()
{
    const auto engineBytes = [] { return std::int64_t(moru::processMemory().engineBytes.value_or(0)); };
    if (!moru::processMemory().engineBytes)
        QSKIP("this system does not tell which pages are resident");
    constexpr std::int64_t kBytes = 64 << 20U;
    const std::int64_t before = engineBytes();
    {
        const auto buffer = moru::AlignedBuffer::allocate(kBytes, "a test");
        QVERIFY(buffer.has_value());
        QCOMPARE(engineBytes() - before, 0);
        std::ranges::fill(buffer->as<char>().first(kBytes / 4), 'x');
        QCOMPARE(engineBytes() - before, kBytes / 4);
    }
    QCOMPARE(engineBytes() - before, 0);

    QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("weights").toStdString();
    std::ofstream(path) << std::string(kBytes / 4, 'x');
    const auto file = moru::MappedFile::open(path);
    QVERIFY(file.has_value());
    QCOMPARE(engineBytes() - before, 0);
    QCOMPARE(std::ranges::count((*file)->bytes(), std::byte { 'x' }), kBytes / 4);
    QCOMPARE(engineBytes() - before, kBytes / 4);
    moru::releasePages((*file)->bytes());
    QCOMPARE(engineBytes() - before, 0);
}

void Machine::bandwidthIsPlausible()
{
    const double bytesPerSecond = moru::probeReadBandwidth(moru::allowedThreadCount(), 50);
    QVERIFY2(bytesPerSecond > 1.0e8 && bytesPerSecond < 1.0e13, qPrintable(QString::number(bytesPerSecond)));
}

void Machine::affinityLimitsThreads()
{
    std::thread narrow([] { // affinity is a thread's own, so this one does not disturb the other tests
        cpu_set_t all;
        QCOMPARE(sched_getaffinity(0, sizeof all, &all), 0);
        for (std::size_t processor = 0; processor < CPU_SETSIZE; ++processor) {
            if (!CPU_ISSET(processor, &all))
                continue;
            cpu_set_t one;
            CPU_ZERO(&one);
            CPU_SET(processor, &one);
            QCOMPARE(sched_setaffinity(0, sizeof one, &one), 0);
            break;
        }
        QCOMPARE(moru::allowedThreadCount(), 1);
    });
    narrow.join();
}

void Machine::affinityOfLargeMachinesIsRead()
{
    // A kernel built for 8,192 processors, of which this process may use some beyond a cpu_set_t's 1,024.
    const std::vector<int> allowed { 0, 1023, 1024, 5000, 8191 };
    const auto large = [&](std::size_t bytes, cpu_set_t* set) {
        if (bytes < 8192 / 8)
            return EINVAL;
        for (const int processor : allowed)
            CPU_SET_S(static_cast<std::size_t>(processor), bytes, set);
        return 0;
    };
    QCOMPARE(moru::allowedProcessors(large), allowed);
    const std::vector<int> here = moru::allowedProcessors();
    QVERIFY(!here.empty() && here.size() <= std::max(1U, std::thread::hardware_concurrency()));
}

void Machine::unreadableAffinityAllowsNothing()
{
    int asked = 0;
    QVERIFY(moru::allowedProcessors([&](std::size_t, cpu_set_t*) { return ++asked, EPERM; }).empty());
    QCOMPARE(asked, 1);
    // It never fits: given up, not asked for ever.
    QVERIFY(moru::allowedProcessors([](std::size_t, cpu_set_t*) { return EINVAL; }).empty());
}

MORU_TEST(Machine)

class CgroupLimits final : public QObject {
    Q_OBJECT
private slots:
    void version2TakesTheTightestUpTheTree();
    void version1ReadsItsControllers();
    void unlimitedSetsNoLimit();
    void hiddenGroupFallsBackToTheMountPoint();
    void garbageSetsNoLimit();
};

namespace {

/// A made-up /proc/self/cgroup and /sys/fs/cgroup.
struct FakeCgroups {
    QTemporaryDir folder;
    std::filesystem::path root = std::filesystem::path(folder.path().toStdString()) / "cgroup";
    std::filesystem::path membership = std::filesystem::path(folder.path().toStdString()) / "self";

    void write(const std::filesystem::path& file, const char* text) const
    {
        std::filesystem::create_directories((root / file).parent_path());
        std::ofstream(root / file) << text;
    }
    [[nodiscard]] moru::CgroupLimits read(const char* membershipText) const
    {
        std::ofstream(membership) << membershipText;
        return moru::readCgroupLimits(membership, root);
    }
};

} // namespace

void CgroupLimits::version2TakesTheTightestUpTheTree()
{
    const FakeCgroups fake;
    fake.write("a/b/cpu.max", "max 100000\n");
    fake.write("a/cpu.max", "150000 100000\n");
    fake.write("a/b/memory.max", "5000000\n");
    fake.write("a/b/memory.current", "3000000\n");
    fake.write("a/b/memory.stat", "anon 1500000\nfile 1500000\nactive_file 500000\ninactive_file 700000\n");
    fake.write("a/memory.max", "9000000\n");
    fake.write("a/memory.current", "8500000\n");
    const auto limits = fake.read("0::/a/b\n");
    QCOMPARE(limits.processors.value(), 1.5);
    QCOMPARE(limits.memoryBytes.value(), 5'000'000U);
    QCOMPARE(limits.availableMemoryBytes.value(), 500'000U); // the parent's: it has less left
}

void CgroupLimits::version1ReadsItsControllers()
{
    const FakeCgroups fake;
    fake.write("cpu/job/cpu.cfs_quota_us", "200000\n");
    fake.write("cpu/job/cpu.cfs_period_us", "100000\n");
    fake.write("memory/job/memory.limit_in_bytes", "4000000\n");
    fake.write("memory/job/memory.usage_in_bytes", "3000000\n");
    fake.write("memory/job/memory.stat", "total_active_file 100000\ntotal_inactive_file 400000\n");
    const auto limits = fake.read("5:cpu,cpuacct:/job\n4:memory:/job\n3:cpuset:/\n");
    QCOMPARE(limits.processors.value(), 2.0);
    QCOMPARE(limits.memoryBytes.value(), 4'000'000U);
    QCOMPARE(limits.availableMemoryBytes.value(), 1'500'000U);
}

void CgroupLimits::unlimitedSetsNoLimit()
{
    const FakeCgroups fake;
    fake.write("cpu.max", "max 100000\n");
    fake.write("memory.max", "max\n");
    fake.write("cpu/cpu.cfs_quota_us", "-1\n");
    fake.write("cpu/cpu.cfs_period_us", "100000\n");
    fake.write("memory/memory.limit_in_bytes", "9223372036854771712\n");
    const auto limits = fake.read("4:memory:/\n1:cpu:/\n0::/\n");
    QVERIFY(!limits.processors && !limits.memoryBytes && !limits.availableMemoryBytes);
}

void CgroupLimits::hiddenGroupFallsBackToTheMountPoint()
{
    const FakeCgroups fake;
    fake.write("cpu.max", "300000 100000\n");
    QCOMPARE(fake.read("0::/outside/of/the/container\n").processors.value(), 3.0);
}

void CgroupLimits::garbageSetsNoLimit()
{
    const FakeCgroups fake;
    fake.write("cpu.max", "many few\n");
    fake.write("memory.max", "");
    const auto limits = fake.read("nonsense\n0\n0::/../../..\n");
    QVERIFY(!limits.processors && !limits.memoryBytes);
}

MORU_TEST(CgroupLimits)
#include "machine_test.moc"
