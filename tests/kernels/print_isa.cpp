#include "engine/kernels/dispatch.h"
#include "tests/kernels/isa_fingerprint.h"
#include "tests/kernels/isa_origin.h"

#include <cstdio>

// Prints the kernel set that a new process chooses, the fingerprint of the one that runs, and the folder of
// every entry of its table.
int main()
{
    const auto isa = moru::chosenIsa();
    if (!isa)
        return 2;
    const auto table = moru::kernels::kernelsFor(*isa);
    if (!table)
        return 3;
    std::printf("%s %u", table->isa, moru::test::isaFingerprint(*table));
    for (const std::string& folder : moru::test::foldersOf(*table))
        std::printf(" %s", folder.c_str());
    std::printf("\n");
    return 0;
}
