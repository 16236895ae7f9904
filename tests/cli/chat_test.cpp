#include "tests/cli/cli_process.h"
#include "tests/support/small_model.h"
#include "tests/support/test_main.h"

#include <QFile>

#include <csignal>

using moru::cli::Json;
using moru::test::CliHome;
using moru::test::errorCode;

/// With SmolLM2 and Gemma 3 270M, through pipes as a script does.
class CliChat : public QObject {
    Q_OBJECT
private slots:
    void answersKeepTheConversation()
    {
        NEED_MODEL(model, "smollm2-135m-instruct");
        const CliHome home;
        const QString file = QString::fromStdString((home.folder() / "대화.json").string());
        const auto run = home.run({ "chat", model, "--greedy", "--max-tokens", "24" },
            QStringLiteral("/system You are a helpful AI assistant named SmolLM, trained by Hugging "
                           "Face\nWhat is the capital of France?\n/save %1\n/quit\n")
                .arg(file)
                .toUtf8());
        QCOMPARE(run.exitCode, 0);
        QVERIFY(run.out.find("Paris") != std::string::npos);
        QFile saved(file);
        QVERIFY(saved.open(QIODevice::ReadOnly));
        const Json conversation = Json::parse(saved.readAll().toStdString());
        QCOMPARE(conversation["messages"].size(), std::size_t(3));
        QCOMPARE(conversation["messages"][0]["role"], "system");
        QCOMPARE(conversation["messages"][2]["role"], "assistant");
        QVERIFY(run.out.find(conversation["messages"][2]["content"].get<std::string>()) != std::string::npos);
    }

    void savedConversationIsWhatGenerateReads()
    {
        NEED_MODEL(model, "smollm2-135m-instruct");
        const CliHome home;
        const auto chat
            = home.run({ "generate", model, "--messages", "-", "--greedy", "--max-tokens", "8", "--json" },
                R"({"model":"x","messages":[{"role":"user","content":"Hi"}]})");
        const auto user
            = home.run({ "generate", model, "--user", "Hi", "--greedy", "--max-tokens", "8", "--json" });
        QCOMPARE(chat.exitCode, 0);
        QCOMPARE(chat.json()["ids"], user.json()["ids"]);
    }

    void secondTurnReusesTheFirst()
    {
        NEED_MODEL(model, "smollm2-135m-instruct");
        const CliHome home;
        const auto run
            = home.run({ "chat", model, "--greedy", "--max-tokens", "8" }, "Hello\nAnd again\n/stats\n");
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.err.find(" reused") != std::string::npos, run.err.c_str());
    }

    void unknownWordsAndFilesThatExistAreToldAndTheChatGoesOn()
    {
        NEED_MODEL(model, "smollm2-135m-instruct");
        const CliHome home;
        const QString file = QString::fromStdString((home.folder() / "kept.json").string());
        QFile kept(file);
        QVERIFY(kept.open(QIODevice::WriteOnly));
        kept.write("mine");
        kept.close();
        const auto run = home.run({ "chat", model },
            QStringLiteral("/dance\n/regenerate\n/thinking on\n/save %1\n/help\n/quit\nnot read\n")
                .arg(file)
                .toUtf8());
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(run.out, std::string());
        QVERIFY(run.err.find("/dance") != std::string::npos);
        QVERIFY(run.err.find("thinking switch") != std::string::npos);
        QVERIFY(run.err.find("/regenerate") != std::string::npos);
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QCOMPARE(kept.readAll(), QByteArray("mine"));
    }

    void baseModelIsRefusedForChatAndContinuesText()
    {
        NEED_MODEL(model, "gemma-3-270m");
        const CliHome home;
        QCOMPARE(home.run({ "chat", model }, "Hi\n").exitCode, 1);
        const auto user = home.run({ "generate", model, "--user", "Hi", "--json" });
        QCOMPARE(user.exitCode, 1);
        QCOMPARE(errorCode(user.json()), std::string("base_model"));
        const auto prompt = home.run(
            { "generate", model, "--prompt", "옛날 옛적에", "--greedy", "--max-tokens", "8", "--json" });
        QCOMPARE(prompt.exitCode, 0);
        QCOMPARE(prompt.json()["ids"].size(), std::size_t(8));
    }

    void controlCPrintsWhatCameSoFar()
    {
        NEED_MODEL(model, "smollm2-135m-instruct");
        const CliHome home;
        for (const bool asJson : { false, true }) {
            QProcess process;
            QStringList arguments { "generate", model, "--user", "Write a long story about the sea.",
                "--seed", "1" };
            home.start(process, asJson ? arguments + QStringList { "--json" } : arguments);
            process.setReadChannel(asJson ? QProcess::StandardError : QProcess::StandardOutput);
            const QByteArray sign = asJson ? "Generating" : " ";
            while (!process.peek(100'000).contains(sign))
                QVERIFY(process.waitForReadyRead(60'000));
            QCOMPARE(::kill(pid_t(process.processId()), SIGINT), 0);
            QVERIFY(process.waitForFinished(60'000));
            QCOMPARE(process.exitCode(), 130);
            const std::string out = process.readAllStandardOutput().toStdString();
            QVERIFY(!out.empty());
            if (asJson) {
                QCOMPARE(Json::parse(out)["stop_reason"], "cancelled");
                QVERIFY(!Json::parse(out)["ids"].empty());
            }
        }
    }

    void controlCInAChatStopsTheAnswerOnly()
    {
        NEED_MODEL(model, "smollm2-135m-instruct");
        const CliHome home;
        QProcess process;
        home.start(process, { "chat", model, "--seed", "1" });
        process.write("Write a long story about the sea.\n");
        while (!process.peek(100'000).contains(' '))
            QVERIFY(process.waitForReadyRead(60'000));
        QCOMPARE(::kill(pid_t(process.processId()), SIGINT), 0);
        process.write("/stats\n");
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitCode(), 0);
        QVERIFY(process.readAllStandardError().contains("cancelled"));
    }

    void stopStringIsNeverShown()
    {
        NEED_MODEL(model, "smollm2-135m-instruct");
        const CliHome home;
        const auto run = home.run({ "generate", model, "--user", "What is the capital of France?", "--greedy",
            "--stop", "Paris", "--json" });
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(run.json()["stop_reason"], "stop_string");
        QVERIFY(run.json()["text"].get<std::string>().find("Par") == std::string::npos);
    }

    void perplexityOfAShortText()
    {
        NEED_MODEL(model, "smollm2-135m-instruct");
        const CliHome home;
        QFile text(QString::fromStdString((home.folder() / "text.txt").string()));
        QVERIFY(text.open(QIODevice::WriteOnly));
        text.write("The quick brown fox jumps over the lazy dog.");
        text.close();
        const auto run
            = home.run({ "eval", model, "--text", text.fileName(), "--precision", "exact", "--json" });
        QCOMPARE(run.exitCode, 0);
        QVERIFY(run.json()["perplexity"].get<double>() > 1);
        QVERIFY(run.json()["perplexity"].get<double>() < 100);
        QVERIFY(run.json()["tokens"].get<int>() > 5);
        QVERIFY(run.json()["kl"]["mean"].is_null()); // exact has nothing to be compared with
    }
};

MORU_TEST(CliChat)
#include "chat_test.moc"
