#include "engine/loader/safetensors_reader.h"

#include "engine/core/mapped_file.h"
#include "engine/loader/safetensors_writer.h"
#include "tests/loader/folder_maker.h"
#include "tests/support/test_main.h"

#include <array>
#include <csignal>
#include <cstring>
#include <random>
#include <sys/resource.h>

using namespace moru;
using test::FolderMaker;
using test::safeTensors;

namespace {

/// Header of tensors "a" (4 bytes at 0) and "b" (8 bytes at 4), with one of them replaced.
std::string headerWith(const char* a, const char* b)
{
    return std::string("{\"a\":") + a + ",\"b\":" + b + "}";
}

constexpr const char* kA = R"({"dtype":"BF16","shape":[2],"data_offsets":[0,4]})";
constexpr const char* kB = R"({"dtype":"F32","shape":[1,2],"data_offsets":[4,12]})";

} // namespace

class SafeTensors : public QObject {
    Q_OBJECT
private slots:
    void readsNamesShapesAndBytes();
    void acceptsEmptyTensorsAndSingleNumbers();
    void refusesDamagedFiles_data();
    void refusesDamagedFiles();
    void everyTruncationIsAnError();
    void randomDamageNeverCrashes();
    void writesWhatItReads();
    void writesTheHeaderOfTheReference();
    void unfinishedFileNeverAppears();
    void refusesMoreOrLessThanPlanned();
    void refusesImpossiblePlans();
    void fullDiskIsSaid();
};

void SafeTensors::readsNamesShapesAndBytes()
{
    const FolderMaker folder;
    const auto path = folder.write("x.safetensors", safeTensors(headerWith(kA, kB) + "   ", "0123456789ab"));
    const auto file = SafeTensorsFile::open(path);
    QVERIFY2(file, file ? "" : describe(file.error()).c_str());
    const auto tensors = file->tensors();
    QCOMPARE(tensors.size(), std::size_t { 2 });
    QCOMPARE(tensors[0].name, std::string("a"));
    QVERIFY(tensors[0].dtype == DType::BF16 && tensors[1].dtype == DType::F32);
    QVERIFY((tensors[1].shape == std::vector<std::int64_t> { 1, 2 }));
    QCOMPARE(tensors[1].elementCount(), std::int64_t { 2 });
    QCOMPARE(std::memcmp(tensors[1].bytes.data(), "456789ab", 8), 0);
    QCOMPARE(tensors[1].bytes.size(), std::size_t { 8 });
}

void SafeTensors::acceptsEmptyTensorsAndSingleNumbers()
{
    const FolderMaker folder;
    const auto file = SafeTensorsFile::open(folder.write("x.safetensors",
        safeTensors(
            R"({"__metadata__":{"format":"pt"},"none":{"dtype":"F32","shape":[0,7],"data_offsets":[0,0]},)"
            R"("one":{"dtype":"U8","shape":[],"data_offsets":[0,1]}})",
            "x")));
    QVERIFY(file);
    QCOMPARE(file->tensors()[0].elementCount(), std::int64_t { 0 });
    QCOMPARE(file->tensors()[1].elementCount(), std::int64_t { 1 });
}

void SafeTensors::refusesDamagedFiles_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("named");
    const auto row = [](const char* name, const std::string& bytes, ErrorCode code, const char* named) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << static_cast<int>(code) << QString(named);
    };
    const std::string data = "0123456789ab";
    const auto a = [&](const char* tensor) { return safeTensors(headerWith(tensor, kB), data); };
    const auto b = [&](const char* tensor) { return safeTensors(headerWith(kA, tensor), data); };
    using enum ErrorCode;
    row("empty", "", Truncated, "0 bytes");
    row("seven bytes", "1234567", Truncated, "7 bytes");
    row("header beyond the file", test::littleEndian(100, 8) + "{}", HeaderTooLarge, "100");
    row("header of all bits", std::string(8, '\xff') + "{}", HeaderTooLarge, "18446744073709551615");
    row("no header", test::littleEndian(0, 8), InvalidHeader, "JSON");
    row("header not JSON", safeTensors("{\"a\":", ""), InvalidHeader, "JSON");
    row("header a list", safeTensors("[]", ""), InvalidHeader, "a list");
    row("name twice", safeTensors(std::string("{\"a\":") + kA + ",\"a\":" + kA + "}", "0123"), InvalidHeader,
        "twice");
    row("metadata no texts", safeTensors(R"({"__metadata__":{"a":1}})", ""), InvalidHeader, "__metadata__");
    row("tensor a number", a("1"), InvalidHeader, "tensor a");
    row("no dtype", a(R"({"shape":[2],"data_offsets":[0,4]})"), InvalidHeader, "tensor a");
    row("dtype a number", a(R"({"dtype":1,"shape":[2],"data_offsets":[0,4]})"), InvalidHeader, "dtype");
    row("unknown dtype", a(R"({"dtype":"X9","shape":[2],"data_offsets":[0,4]})"), InvalidHeader, "X9");
    row("foreign dtype", a(R"({"dtype":"F8_E4M3","shape":[4],"data_offsets":[0,4]})"), UnsupportedFormat,
        "F8_E4M3");
    row("shape no list", a(R"({"dtype":"BF16","shape":2,"data_offsets":[0,4]})"), InvalidHeader, "shape");
    row("negative size", a(R"({"dtype":"BF16","shape":[-2],"data_offsets":[0,4]})"), InvalidHeader, "shape");
    row("fractional size", a(R"({"dtype":"BF16","shape":[2.0],"data_offsets":[0,4]})"), InvalidHeader,
        "shape");
    row("too many dimensions", a(R"({"dtype":"BF16","shape":[1,1,1,1,1,1,1,1,2],"data_offsets":[0,4]})"),
        InvalidHeader, "shape");
    row("product overflows", a(R"({"dtype":"BF16","shape":[4294967296,4294967296,2],"data_offsets":[0,4]})"),
        InvalidHeader, "too large");
    row("product wraps to its size",
        a(R"({"dtype":"BF16","shape":[9223372036854775809,2],"data_offsets":[0,4]})"), InvalidHeader,
        "too large");
    row("one offset", a(R"({"dtype":"BF16","shape":[2],"data_offsets":[0]})"), InvalidHeader, "data_offsets");
    row("negative offset", a(R"({"dtype":"BF16","shape":[2],"data_offsets":[-4,0]})"), InvalidHeader,
        "data_offsets");
    row("end before begin", b(R"({"dtype":"F32","shape":[1,2],"data_offsets":[12,4]})"), InvalidHeader,
        "before");
    row("size is not the shape's", a(R"({"dtype":"BF16","shape":[3],"data_offsets":[0,4]})"), InvalidHeader,
        "needs 6");
    row("beyond the end", b(R"({"dtype":"F32","shape":[1,3],"data_offsets":[4,16]})"), Truncated, "tensor b");
    row("far beyond the end",
        b(R"({"dtype":"F32","shape":[2],"data_offsets":[18446744073709551607,18446744073709551615]})"),
        Truncated, "tensor b");
    row("overlap", b(R"({"dtype":"F32","shape":[1,2],"data_offsets":[3,11]})"), OverlappingTensors,
        "tensor b");
    row("same place", safeTensors(std::string("{\"a\":") + kA + ",\"c\":" + kA + "}", "0123"),
        OverlappingTensors, "tensor");
    row("hole between",
        safeTensors(headerWith(kA, R"({"dtype":"F32","shape":[1],"data_offsets":[8,12]})"), data),
        OverlappingTensors, "bytes 4 to 8");
    row("hole before", safeTensors(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})", "01234567"),
        OverlappingTensors, "bytes 0 to 4");
    row("bytes after the last", safeTensors(headerWith(kA, kB), data + "more"), OverlappingTensors,
        "bytes 12 to 16");
}

void SafeTensors::refusesDamagedFiles()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, code);
    QFETCH(QString, named);
    const FolderMaker folder;
    const auto path = folder.write("x.safetensors", bytes.toStdString());
    const auto file = SafeTensorsFile::open(path);
    QVERIFY(!file);
    const std::string message = describe(file.error());
    QVERIFY2(static_cast<int>(file.error().code) == code, message.c_str());
    QVERIFY2(QString::fromStdString(message).contains(named), message.c_str());
    QCOMPARE(file.error().where, path.string());
}

void SafeTensors::everyTruncationIsAnError()
{
    const FolderMaker folder;
    const std::string whole = safeTensors(headerWith(kA, kB), "0123456789ab");
    for (std::size_t size = 0; size < whole.size(); ++size)
        QVERIFY(!SafeTensorsFile::open(folder.write("x.safetensors", whole.substr(0, size))));
    QVERIFY(SafeTensorsFile::open(folder.write("x.safetensors", whole)));
}

void SafeTensors::randomDamageNeverCrashes()
{
    const FolderMaker folder;
    const std::string whole = safeTensors(headerWith(kA, kB), "0123456789ab");
    std::mt19937 random(20240611); // fixed: a failure can be repeated
    int accepted = 0;
    for (int round = 0; round < 3000; ++round) {
        std::string damaged = whole;
        for (unsigned changes = 1 + random() % 3; changes > 0; --changes)
            damaged[random() % damaged.size()] = static_cast<char>(random());
        if (random() % 4 == 0)
            damaged.resize(random() % (damaged.size() + 1));
        const auto file = SafeTensorsFile::open(folder.write("x.safetensors", damaged));
        if (!file)
            continue;
        ++accepted;
        for (const TensorView& tensor : file->tensors()) // what is accepted lies inside the file
            QCOMPARE(tensor.bytes.size(),
                static_cast<std::size_t>(tensor.elementCount()) * dtypeBytes(tensor.dtype));
    }
    QVERIFY(accepted > 0 && accepted < 3000);
}

void SafeTensors::writesWhatItReads()
{
    const FolderMaker folder;
    const auto path = folder.path("out.safetensors");
    auto writer = SafeTensorsWriter::create(path,
        { { "logits", DType::F32, { 2, 3 } }, { "ids \"x\"", DType::I32, { 1 } } }, { { "model", "m" } });
    QVERIFY(writer);
    QCOMPARE(writer->dataBytes(), std::uint64_t { 28 });
    const std::array<float, 6> values { 1, 2, 3, 4, 5, 6 };
    const auto bytes = std::as_bytes(std::span(values));
    QVERIFY(writer->write(bytes.first(5)));
    QVERIFY(writer->write(bytes.subspan(5)));
    QVERIFY(writer->write(std::array<std::byte, 4> {}));
    QVERIFY(writer->finish());
    const auto file = SafeTensorsFile::open(path);
    QVERIFY2(file, file ? "" : describe(file.error()).c_str());
    QCOMPARE(file->tensors()[0].name, std::string("logits"));
    QCOMPARE(std::memcmp(file->tensors()[0].bytes.data(), values.data(), 24), 0);
    QVERIFY(file->tensors()[1].dtype == DType::I32);
    QCOMPARE(folder.names().size(), std::size_t { 1 });
}

void SafeTensors::writesTheHeaderOfTheReference()
{
    const FolderMaker folder;
    auto writer = SafeTensorsWriter::create(folder.path("x"),
        { { "b", DType::BF16, { 1, 2 } }, { "a", DType::F32, {} } }, { { "format", "pt" } });
    QVERIFY(writer && writer->write(std::array<std::byte, 8> {}) && writer->finish());
    const std::string header
        = R"({"__metadata__":{"format":"pt"},"b":{"dtype":"BF16","shape":[1,2],)"
          R"("data_offsets":[0,4]},"a":{"dtype":"F32","shape":[],"data_offsets":[4,8]}})";
    const std::string padded = header + std::string((8 - header.size() % 8) % 8, ' ');
    QCOMPARE(folder.read("x"), safeTensors(padded, std::string(8, '\0')));
}

void SafeTensors::unfinishedFileNeverAppears()
{
    const FolderMaker folder;
    folder.write("x", "what was there before");
    {
        auto writer = SafeTensorsWriter::create(folder.path("x"), { { "a", DType::U8, { 2 } } });
        QVERIFY(writer && writer->write(std::array<std::byte, 1> {}));
        QVERIFY(writer->finish().error().code == ErrorCode::InvalidRequest);
    }
    QCOMPARE(folder.read("x"), std::string("what was there before"));
    QCOMPARE(folder.names().size(), std::size_t { 1 });
}

void SafeTensors::refusesMoreOrLessThanPlanned()
{
    const FolderMaker folder;
    auto writer = SafeTensorsWriter::create(folder.path("x"), { { "a", DType::U8, { 2 } } });
    QVERIFY(writer);
    QVERIFY(!writer->finish());
    QVERIFY(writer->write(std::array<std::byte, 3> {}).error().code == ErrorCode::InvalidRequest);
    QVERIFY(writer->write(std::array<std::byte, 2> {}));
    QVERIFY(writer->finish());
}

void SafeTensors::refusesImpossiblePlans()
{
    const FolderMaker folder;
    const auto refuses = [&](std::vector<PlannedTensor> plan) {
        const auto writer = SafeTensorsWriter::create(folder.path("x"), std::move(plan));
        return !writer && writer.error().code == ErrorCode::InvalidRequest;
    };
    constexpr std::int64_t huge = std::int64_t { 1 } << 62;
    QVERIFY(refuses({ { "a", DType::U8, { -1 } } }));
    QVERIFY(refuses({ { "a", DType::F32, { huge } } }));
    QVERIFY(refuses({ { "a", DType::U8, { 1 } }, { "a", DType::U8, { 1 } } }));
    QVERIFY(refuses({ { "__metadata__", DType::U8, { 1 } } }));
    QVERIFY(refuses({ { "a", DType::U8, { huge, 3 } }, { "b", DType::U8, { huge, 3 } } }));
    QVERIFY(folder.names().empty());
    const auto nowhere = SafeTensorsWriter::create(folder.path("no/such/folder/x"), {});
    QVERIFY(nowhere.error().code == ErrorCode::FileNotFound);
}

void SafeTensors::fullDiskIsSaid()
{
    // A limit on file size stands for a full disk: the kernel refuses the same call in the same way.
    const FolderMaker folder;
    rlimit before {};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto previous = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small { 4096, before.rlim_max };
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
    ErrorCode code = ErrorCode::Internal;
    {
        auto writer = SafeTensorsWriter::create(folder.path("x"), { { "a", DType::U8, { 8192 } } });
        const auto written = writer->write(std::vector<std::byte>(8192));
        code = written ? ErrorCode::Internal : written.error().code;
    }
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, previous);
    QVERIFY(code == ErrorCode::DiskFull);
    QVERIFY(folder.names().empty());
}

MORU_TEST(SafeTensors)
#include "safetensors_test.moc"
