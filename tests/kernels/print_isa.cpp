#include "engine/kernels/dispatch.h"
#include "tests/kernels/isa_fingerprint.h"

#include <cstdio>

// Prints the kernel set that a new process chooses and the fingerprint of the one that runs.
int main()
{
    const auto isa = moru::chosenIsa();
    if (!isa)
        return 2;
    const auto table = moru::kernels::kernelsFor(*isa);
    if (!table)
        return 3;
    std::printf("%s %u\n", table->isa, moru::test::isaFingerprint(*table));
    return 0;
}
