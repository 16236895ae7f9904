#pragma once

#include "app/interfaces/engine_control.h"

namespace moru::test {

/// Facts of a small chat model, or of a base model.
inline std::shared_ptr<LoadedModelInfo> sampleModel(bool base = false, bool thinking = false)
{
    auto info = std::make_shared<LoadedModelInfo>();
    info->modelKey = base ? QStringLiteral("gemma") : QStringLiteral("smollm2");
    info->title = base ? QStringLiteral("Gemma 3 270M") : QStringLiteral("SmolLM2 135M Instruct");
    info->description.contextLength = 8192;
    info->description.isBaseModel = base;
    info->description.hasThinkingSwitch = thinking;
    info->options.contextLength = 4096;
    info->options.threadCount = 2;
    info->promptFormat = base ? QString() : QStringLiteral("chatml");
    info->hasSystemRole = !base;
    info->isa = QStringLiteral("avx512");
    info->measured = info->predicted = MemoryUse { 270'000'000, 94'000'000, 21'000'000 };
    return info;
}

/// An engine whose state the test sets; it keeps what was asked of it.
class FakeEngine final : public EngineControl {
    Q_OBJECT

public:
    const EngineState& state() const override { return current; }
    std::shared_ptr<const LoadedModelInfo> loadedModel() const override { return model; }
    void load(const LoadModelRequest& request) override { loads.push_back(request); }
    void cancelLoad() override { ++cancels; }
    void eject() override { ++ejects; }

    void become(EngineStatus status)
    {
        current.status = status;
        emit stateChanged(current);
    }

    void becomeLoading(LoadPhase phase, std::uint64_t done, std::uint64_t total)
    {
        current.modelKey = QStringLiteral("smollm2");
        current.modelTitle = QStringLiteral("SmolLM2 135M Instruct");
        current.loading.phase = phase;
        current.loading.detail = QStringLiteral("model.safetensors");
        current.loading.bytesDone = done;
        current.loading.bytesTotal = total;
        current.loading.startedAt = current.loading.advancedAt = std::chrono::steady_clock::now();
        become(EngineStatus::Loading);
    }

    void becomeReady(std::shared_ptr<LoadedModelInfo> info)
    {
        model = std::move(info);
        current.modelKey = model->modelKey;
        current.modelTitle = model->title;
        become(EngineStatus::Ready);
        emit loadedModelChanged();
    }

    void becomeFailed(Error error)
    {
        model.reset();
        current.error = std::move(error);
        become(EngineStatus::Failed);
        emit loadedModelChanged();
    }

    EngineState current;
    std::shared_ptr<LoadedModelInfo> model;
    std::vector<LoadModelRequest> loads;
    int cancels = 0;
    int ejects = 0;
};

} // namespace moru::test
