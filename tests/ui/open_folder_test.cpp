// What becomes of a folder that the person chooses or drops on the window.
#include "app/types/error_text.h"
#include "tests/support/test_main.h"
#include "tests/ui/fakes/fake_services.h"
#include "ui/views/first_start_view.h"
#include "ui/views/model_picker.h"
#include "ui/windows/main_window.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QListView>
#include <QMimeData>
#include <QTemporaryDir>
#include <QUrl>

namespace moru {

using namespace moru::test;

class OpenedFolders : public QObject {
    Q_OBJECT

    struct Parts {
        QTemporaryDir folder;
        FakeServices services;
        std::unique_ptr<MainWindow> window;
        explicit Parts(bool onFirstPage = false)
        {
            services.models.add(
                "smollm2", "SmolLM2 135M Instruct", ModelState::Available, ModelSource::ModelsFolder);
            services.performance.fillMemory();
            if (!onFirstPage)
                services.chats.add(1, "a chat");
            window = std::make_unique<MainWindow>(services);
            window->show();
            window->resize(1280, 800);
            QCoreApplication::processEvents();
        }
        void drop(const QUrl& url, QWidget* where) const
        {
            QMimeData data;
            data.setUrls({ url });
            QDragEnterEvent enter(QPoint(200, 200), Qt::CopyAction, &data, Qt::LeftButton, {});
            QApplication::sendEvent(where, &enter); // whoever takes it gets the drop, as with a pointer
            QDropEvent drop(QPointF(200, 200), Qt::CopyAction, &data, Qt::LeftButton, {});
            QApplication::sendEvent(where, &drop);
        }
        void dropFolder() const { drop(QUrl::fromLocalFile(folder.path()), window.get()); }
        QString notice() const
        {
            return services.notices.list.size() == 1 ? noticeText(services.notices.list.front()) : QString();
        }
    };

private slots:
    void anOpenedFolderIsChosenInThePicker()
    {
        Parts p;
        const ModelEntry& entry = p.services.models.add(
            "/elsewhere", "Elsewhere", ModelState::Available, ModelSource::OpenedFolder);
        emit p.services.models.changed();
        p.dropFolder();
        QCOMPARE(p.services.models.opened.size(), std::size_t(1));
        emit p.services.models.folderChecked(entry);
        QVERIFY(p.window->modelPicker()->isVisible());
        QCOMPARE(p.window->modelPicker()->list()->currentIndex().data().toString(), QString("Elsewhere"));
        p.window->modelPicker()->hide();
    }

    void aFolderOfTheCommandLineLeavesThePickerClosed()
    {
        Parts p;
        const ModelEntry& entry = p.services.models.add(
            "/elsewhere", "Elsewhere", ModelState::Available, ModelSource::OpenedFolder);
        emit p.services.models.folderChecked(entry);
        QVERIFY(!p.window->modelPicker()->isVisible());
    }

    void aFolderThatIsNoModelIsToldAndNoOtherModelIsOffered()
    {
        Parts p;
        p.dropFolder();
        ModelEntry entry; // the catalogue has taken it off its list again
        entry.key = p.folder.path();
        entry.folder = p.folder.path().toStdString();
        entry.state = ModelState::Incomplete;
        entry.error = Error { ErrorCode::MissingConfig, "no config.json", p.folder.path().toStdString() };
        emit p.services.models.folderChecked(entry);
        QVERIFY(!p.window->modelPicker()->isVisible());
        const ErrorText why = errorText(*entry.error);
        const QString told = p.notice();
        QVERIFY2(told.contains(p.folder.path()) && told.contains(why.title) && told.contains(why.help),
            qPrintable(told));
    }

    void aDroppedThingThatIsNoFolderIsRefusedByItsName()
    {
        for (const bool onFirstPage : { false, true }) {
            Parts p(onFirstPage);
            QFile file(p.folder.filePath("holiday.png"));
            QVERIFY(file.open(QIODevice::WriteOnly));
            p.drop(QUrl::fromLocalFile(file.fileName()),
                onFirstPage ? p.window->firstStart()->viewport() : static_cast<QWidget*>(p.window.get()));
            QVERIFY(p.services.models.opened.empty());
            QVERIFY2(p.notice().contains("holiday.png"), qPrintable(p.notice()));
        }
        Parts p;
        p.drop(QUrl("https://huggingface.co/Qwen/Qwen3-1.7B"), p.window.get());
        QVERIFY(p.services.models.opened.empty());
        QVERIFY2(p.notice().contains("https://huggingface.co/Qwen/Qwen3-1.7B"), qPrintable(p.notice()));
    }

    void aFolderDroppedOnTheFirstPageIsOpened()
    {
        Parts p(true);
        p.drop(QUrl::fromLocalFile(p.folder.path()), p.window->firstStart()->viewport());
        QCOMPARE(p.services.models.opened.size(), std::size_t(1));
    }
};

MORU_TEST(OpenedFolders)

} // namespace moru

#include "open_folder_test.moc"
