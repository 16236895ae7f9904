// Writes an answer as the program does and then waits, so that crash.cpp can kill it in the middle.
#include "app/chats/chat_store.h"
#include "app/program/data_places.h"

#include <QCoreApplication>

#include <cstdio>

int main(int argc, char** argv)
{
    using namespace moru;
    const QCoreApplication application(argc, argv);
    ChatStore store(DataPlaces::fromEnvironment().data);
    const auto chat = store.startChat(QStringLiteral("t"), {}, QStringLiteral("the person's words"));
    if (!chat)
        return 1;
    NewMessage answer;
    answer.chat = chat->chat;
    answer.parent = chat->message.id;
    answer.role = MessageRole::Assistant;
    answer.state = AnswerState::Incomplete;
    const auto record = store.addAnswer(answer);
    if (!record || !store.appendToAnswer(record->id, QStringLiteral("what came until the last second"), {}))
        return 1;
    std::puts("written");
    std::fflush(stdout);
    std::getchar();
    return 0;
}
