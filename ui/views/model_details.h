#pragma once

#include "app/interfaces/window_services.h"
#include "app/types/engine_state.h"
#include "app/types/model_entry.h"

#include <QWidget>

#include <optional>

namespace moru {

class Chip;
class ContextSlider;
class ElidedLabel;
class FigureRows;
class NoteBox;
class PrecisionChoice;
class StackedBar;
class TextButton;
class TextLabel;

/// The right half of the model picker: what a model is, context length and precision with the memory that
/// they will need, and Load. When it will not fit Load is disabled in words, another precision is offered
/// where one fits, and "Load anyway" stays.
class ModelDetails final : public QWidget {
    Q_OBJECT

public:
    explicit ModelDetails(const WindowServices& services, QWidget* parent = nullptr);

    void setEntry(const ModelEntry* entry); ///< Null: nothing is chosen.
    [[nodiscard]] bool canLoad() const;
    void load(bool ignoreMemoryLimit);
    [[nodiscard]] PrecisionChoice* precisionChoice() const { return precision_; }
    [[nodiscard]] NoteBox* fitNote() const { return fit_; }
    [[nodiscard]] TextButton* loadButton() const { return load_; }
    [[nodiscard]] TextButton* loadAnywayButton() const { return loadAnyway_; }

signals:
    void loadStarted();
    void folderRevealed();

private:
    void refresh();
    void showFacts();
    void showMemory();
    void showState();
    [[nodiscard]] LoadOptions options() const;

    WindowServices services_;
    std::optional<ModelEntry> entry_;
    bool fits_ = true;
    ElidedLabel* title_;
    ElidedLabel* repository_;
    Chip* licence_;
    FigureRows* factsLeft_;
    FigureRows* factsRight_;
    ContextSlider* context_;
    PrecisionChoice* precision_;
    QWidget* memory_;
    TextLabel* memoryTitle_;
    TextLabel* memoryFree_;
    StackedBar* memoryBar_;
    FigureRows* memoryRows_;
    NoteBox* state_;
    NoteBox* fit_;
    TextButton* openFolder_;
    TextButton* forget_;
    TextButton* loadAnyway_;
    TextButton* load_;
};

} // namespace moru
