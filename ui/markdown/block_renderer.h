#pragma once

#include "ui/markdown/block_parser.h"

class QTextCursor;

namespace moru {

struct ThemeColors;

/// Writes a block (any but Code) at the cursor, which stands at the end of the document.
/// `isFirst`: nothing stands above it, so it begins in the paragraph that every document has.
void renderBlock(QTextCursor& cursor, const MarkdownBlock& block, bool isFirst, const ThemeColors& colors);

} // namespace moru
