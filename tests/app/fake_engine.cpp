#include "tests/app/fake_engine.h"

#include <QCoreApplication>
#include <QStringList>
#include <QThread>

namespace moru::test {

namespace {

constexpr std::int64_t kTokenNs = 10'000'000;

GeneratedToken tokenNumber(int index, const std::string& text, bool isThinking)
{
    GeneratedToken token;
    token.id = index;
    token.text = text;
    token.isThinking = isThinking;
    token.profile.startNs = kTokenNs * (index + 1);
    token.profile.durationNs = kTokenNs;
    token.profile.roleNs[static_cast<std::size_t>(OperationRole::Mlp)] = kTokenNs;
    return token;
}

} // namespace

void EngineScript::letLoadFinish()
{
    const std::lock_guard lock(m_mutex);
    ++m_loadPermits;
    m_changed.notify_all();
}

void EngineScript::failNextLoad(ErrorCode code)
{
    const std::lock_guard lock(m_mutex);
    m_loadErrors.push_back(code);
    ++m_loadPermits;
    m_changed.notify_all();
}

void EngineScript::letTokens(int count, bool thinking, const std::string& text)
{
    const std::lock_guard lock(m_mutex);
    for (int i = 0; i < count; ++i)
        m_tokens.push_back({ text, thinking });
    m_changed.notify_all();
}

void EngineScript::letGenerationFinish(StopReason reason)
{
    const std::lock_guard lock(m_mutex);
    m_finishes = true;
    m_reason = reason;
    m_changed.notify_all();
}

void EngineScript::failGeneration(ErrorCode code)
{
    const std::lock_guard lock(m_mutex);
    m_finishes = true;
    m_reason = StopReason::Error;
    m_error = code;
    m_changed.notify_all();
}

void EngineScript::runFreely(int tokens)
{
    const std::lock_guard lock(m_mutex);
    m_runsFreely = true;
    m_freeTokens = tokens;
    m_changed.notify_all();
}

void EngineScript::describePrompt(int reusedTokens, int droppedMessages)
{
    const std::lock_guard lock(m_mutex);
    m_reusedTokens = reusedTokens;
    m_droppedMessages = droppedMessages;
}

void EngineScript::noteThread()
{
    const auto* application = QCoreApplication::instance();
    m_callsOnTheWindowsThread += application && QThread::currentThread() == application->thread() ? 1 : 0;
}

int EngineScript::callsOnTheWindowsThread() const
{
    const std::lock_guard lock(m_mutex);
    return m_callsOnTheWindowsThread;
}

int EngineScript::countedPrompts() const
{
    const std::lock_guard lock(m_mutex);
    return m_countedPrompts;
}

void EngineScript::becomeDeaf()
{
    const std::lock_guard lock(m_mutex);
    m_isDeaf = true;
}

void EngineScript::hearAgain()
{
    const std::lock_guard lock(m_mutex);
    m_isDeaf = false;
    m_changed.notify_all();
}

std::vector<std::string> EngineScript::loads() const
{
    const std::lock_guard lock(m_mutex);
    return m_loads;
}

int EngineScript::ejectCount() const
{
    const std::lock_guard lock(m_mutex);
    return m_ejects;
}

std::vector<GenerationRequest> EngineScript::requests() const
{
    const std::lock_guard lock(m_mutex);
    return m_requests;
}

bool EngineScript::isModelLoaded() const
{
    const std::lock_guard lock(m_mutex);
    return m_isLoaded;
}

bool EngineScript::waitFor(
    std::unique_lock<std::mutex>& lock, const std::stop_token& stop, const std::function<bool()>& happened)
{
    for (;;) {
        if (stop.stop_requested() && !m_isDeaf)
            return true;
        if (happened())
            return false;
        if (stop.stop_requested())
            m_changed.wait(lock); // deaf: until the script says something
        else
            m_changed.wait(lock, stop, [&] { return happened(); });
    }
}

FakeEngine::FakeEngine(std::shared_ptr<EngineScript> script)
    : m_script(std::move(script))
{
}

Result<LoadedModelInfo> FakeEngine::load(
    const LoadModelRequest& request, const LoadObserver& observer, std::stop_token stop)
{
    observer({ LoadPhase::CheckFiles, "config.json", 0, 0 });
    observer({ LoadPhase::ReadWeights, "model.safetensors", 5, 10 });
    EngineScript& script = *m_script;
    std::unique_lock lock(script.m_mutex);
    script.noteThread();
    script.m_loads.push_back(request.title.toStdString());
    script.m_isLoaded = false;
    if (script.waitFor(lock, stop, [&] { return script.m_runsFreely || script.m_loadPermits > 0; }))
        return failure(ErrorCode::Cancelled, "", "loading was stopped");
    script.m_loadPermits -= script.m_loadPermits > 0 ? 1 : 0;
    if (!script.m_loadErrors.empty()) {
        const ErrorCode code = script.m_loadErrors.front();
        script.m_loadErrors.pop_front();
        return failure(code, "model.safetensors", "it is damaged");
    }
    script.m_isLoaded = true;
    script.m_contextLength = request.options.contextLength;
    LoadedModelInfo info;
    info.modelKey = request.modelKey;
    info.title = request.title;
    info.options = request.options;
    info.description.isBaseModel = script.isBaseModel;
    info.description.hasThinkingSwitch = script.hasThinkingSwitch;
    info.promptFormat = script.isBaseModel ? QString() : QStringLiteral("chatml");
    info.isa = QStringLiteral("scalar");
    return info;
}

void FakeEngine::eject()
{
    const std::lock_guard lock(m_script->m_mutex);
    m_script->noteThread();
    ++m_script->m_ejects;
    m_script->m_isLoaded = false;
}

GenerationResult FakeEngine::generate(
    const GenerationRequest& request, GenerationObserver& observer, std::stop_token stop)
{
    EngineScript& script = *m_script;
    std::unique_lock lock(script.m_mutex);
    script.noteThread();
    script.m_requests.push_back(request);
    observer.prefillAdvanced({ 0, 8, script.m_reusedTokens });
    observer.prefillAdvanced({ 8, 8, script.m_reusedTokens });
    GenerationResult result;
    for (;;) {
        const bool isStopped = script.waitFor(
            lock, stop, [&] { return !script.m_tokens.empty() || script.m_finishes || script.m_runsFreely; });
        const int count = static_cast<int>(result.ids.size());
        if (isStopped) {
            result.stopReason = StopReason::Cancelled;
            break;
        }
        if (!script.m_tokens.empty() || (script.m_runsFreely && count < script.m_freeTokens)) {
            EngineScript::Token token { "word ", false };
            if (!script.m_tokens.empty()) {
                token = script.m_tokens.front();
                script.m_tokens.pop_front();
            }
            observer.tokenGenerated(tokenNumber(count, token.text, token.isThinking));
            result.ids.push_back(count);
            (token.isThinking ? result.thinking : result.answer) += token.text;
            continue;
        }
        result.stopReason = script.m_finishes ? script.m_reason : StopReason::EndToken;
        if (result.stopReason == StopReason::Error)
            result.error = Error { script.m_error, "the disk went away", "model.safetensors" };
        break;
    }
    script.m_finishes = false;
    result.promptTokens = 8 + script.m_reusedTokens;
    result.reusedTokens = script.m_reusedTokens;
    result.droppedMessages = script.m_droppedMessages;
    result.seed = request.seed.value_or(42);
    result.sampling = request.sampling;
    if (result.ids.size() >= 2)
        result.timings.decodeTokensPerSecond = 100;
    return result;
}

InferenceEngine::Machine FakeEngine::machine(bool probe)
{
    MachineDescription description;
    description.processorName = "a fake";
    return { description, probe ? 1e9 : 0.0 };
}

std::shared_ptr<const PromptReader> FakeEngine::promptReader() const
{
    return std::make_shared<FakePromptReader>(m_script);
}

FakePromptReader::FakePromptReader(std::shared_ptr<EngineScript> script)
    : m_script(std::move(script))
{
}

Result<PromptReader::Count> FakePromptReader::count(const PromptRequest& prompt) const
{
    const Result<PromptText> text = read(prompt, 0);
    if (!text)
        return std::unexpected(text.error());
    const std::lock_guard lock(m_script->m_mutex);
    ++m_script->m_countedPrompts;
    return Count { static_cast<int>(text->tokens.size()), m_script->m_contextLength };
}

Result<PromptText> FakePromptReader::read(const PromptRequest& prompt, int droppedMessages) const
{
    const std::lock_guard lock(m_script->m_mutex);
    m_script->noteThread();
    if (!m_script->m_isLoaded)
        return failure(ErrorCode::InvalidRequest, "", "no model is loaded");
    PromptText result;
    result.changes.droppedMessages = droppedMessages;
    const auto add = [&](const QString& text, bool isSpecial) {
        result.tokens.push_back({ static_cast<TokenId>(result.tokens.size()), text, {}, isSpecial });
    };
    const auto addWords = [&](const std::string& text) {
        for (const QString& word : QString::fromStdString(text).split(u' ', Qt::SkipEmptyParts))
            add(word + u' ', false);
    };
    if (const auto* text = std::get_if<TextPrompt>(&prompt))
        addWords(text->text);
    if (const auto* chat = std::get_if<ChatPrompt>(&prompt)) {
        for (std::size_t i = static_cast<std::size_t>(droppedMessages); i < chat->messages.size(); ++i) {
            add(u'<' + QString::fromStdString(chat->messages[i].role) + u'>', true);
            for (const ContentPart& part : chat->messages[i].content)
                addWords(part.text);
        }
    }
    return result;
}

LoadModelRequest modelNamed(const char* title)
{
    return { QString::fromLatin1(title), QString::fromLatin1(title), std::string("/models/") + title, {} };
}

} // namespace moru::test
