#pragma once

#include "engine/api/model.h"
#include "engine/kernels/kernel_table.h"
#include "engine/program/compiler.h"
#include "engine/session/model_files.h"

namespace moru {

/// The one implementation of LoadedModel. Sessions see more of it than app/ does.
class LoadedModelImplementation final : public LoadedModel {
public:
    /// Errors: Cancelled, FileChanged, and those of the kernel choice.
    [[nodiscard]] static Result<std::shared_ptr<LoadedModelImplementation>> load(ModelFiles files,
        const LoadOptions& options, const LoadObserver& observer, const std::stop_token& stop);
    void setLoadTimeMs(double milliseconds) { loadTimeMs_ = milliseconds; }

    [[nodiscard]] const ModelDescription& description() const override { return files_.description; }
    [[nodiscard]] const LoadOptions& options() const override { return options_; }
    [[nodiscard]] const Tokenizer* tokenizer() const override { return files_.tokenizer.get(); }
    [[nodiscard]] const PromptFormat* promptFormat() const override { return files_.promptFormat.get(); }
    [[nodiscard]] MemoryUse memory() const override;
    [[nodiscard]] std::string isa() const override { return kernels_.isa; }
    [[nodiscard]] double loadTimeMs() const override { return loadTimeMs_; }
    [[nodiscard]] std::vector<WeightReport> weightReports() const override;
    [[nodiscard]] QuantisationCheck quantisationCheck() const override { return check_; }
    [[nodiscard]] std::string printProgram(int layer) const override;
    [[nodiscard]] std::vector<OperationDescription> describeProgram(int layer) const override;
    [[nodiscard]] std::string dotGraph(int layer) const override;

    [[nodiscard]] const Checkpoint& checkpoint() const { return files_.checkpoint; }
    [[nodiscard]] const Graph& graph() const { return files_.model.graph; }
    [[nodiscard]] const Program& program() const { return program_; }
    [[nodiscard]] const kernels::KernelTable& kernels() const { return kernels_; }
    /// Compiles the graph over the layers' matrices as stored, which `stored` receives: it must outlive the
    /// program.
    [[nodiscard]] Program compileLayersAsStored(BoundWeights& stored) const;
    /// Compiles the same graph with some values kept; points into this model's weights.
    [[nodiscard]] Program compileObserving(std::vector<std::pair<std::string, Value>> observed) const;

private:
    LoadedModelImplementation(
        ModelFiles files, LoadOptions options, kernels::KernelTable kernels, BoundWeights weights);

    /// Holds the model against its weights as stored and quantises it again, with more care, while it is
    /// beyond its bar.
    [[nodiscard]] Result<void> checkQuantisation(
        ThreadPool& pool, const LoadObserver& observer, const std::stop_token& stop);
    [[nodiscard]] Result<void> quantiseAgain(
        Care care, ThreadPool& pool, const LoadObserver& observer, const std::stop_token& stop);

    ModelFiles files_;
    LoadOptions options_;
    kernels::KernelTable kernels_;
    BoundWeights weights_;
    Program program_;
    QuantisationCheck check_;
    double loadTimeMs_ = 0;
};

} // namespace moru
