#pragma once

// Elementary functions over vectors, made from polynomials fitted for these intervals. Bounds are against the
// exact value; tests/kernels checks them against double.

namespace moru::kernels::simd {

/// eˣ within 1.5 units in the last place; 0 where it would be denormal: a processor takes a hundred cycles to
/// make such a number, and softmax over far apart scores is full of them. NaN stays NaN.
template <class V> inline V exponential(V x)
{
    constexpr float kLowest = -87.3365F; // e to this is the smallest normal number, a little more
    // x = n · ln 2 + r with |r| ≤ ln 2 / 2. The first part of ln 2 has 15 bits, so that n times it is exact.
    constexpr float kLog2E = 1.4426950216F;
    constexpr float kLn2High = 0.693145751953125F;
    constexpr float kLn2Low = 1.428606765330187e-06F;
    // Beyond these the result is 0 or infinity in float.
    const V bounded = V::smallest(V::broadcast(89.0F), V::largest(V::broadcast(kLowest), x));
    const V n = V::nearestInteger(bounded * V::broadcast(kLog2E));
    V r = V::multiplyAdd(n, V::broadcast(-kLn2High), bounded);
    r = V::multiplyAdd(n, V::broadcast(-kLn2Low), r);
    // eʳ = 1 + r + r² · p(r), p of degree 4: relative error 1.1e-8.
    V p = V::broadcast(0.0013926250394F);
    p = V::multiplyAdd(p, r, V::broadcast(0.0083632329479F));
    p = V::multiplyAdd(p, r, V::broadcast(0.0416665524244F));
    p = V::multiplyAdd(p, r, V::broadcast(0.1666657626629F));
    p = V::multiplyAdd(p, r, V::broadcast(0.5F));
    const V tail = V::multiplyAdd(p, r * r, r);
    const V power = V::timesPowerOfTwo(tail + V::broadcast(1.0F), n);
    return V::whereLess(x, V::broadcast(kLowest), V::zero(), power);
}

/// tanh x within 2 units in the last place. NaN stays NaN.
template <class V> inline V hyperbolicTangent(V x)
{
    const V magnitude = V::absolute(x);
    // Small: x + x³ · q(x²), q of degree 5 on [0, 0.625²]: relative error 6.5e-9.
    const V z = x * x;
    V q = V::broadcast(0.0022917704191F);
    q = V::multiplyAdd(q, z, V::broadcast(-0.0083430856466F));
    q = V::multiplyAdd(q, z, V::broadcast(0.0217686556280F));
    q = V::multiplyAdd(q, z, V::broadcast(-0.0539592280984F));
    q = V::multiplyAdd(q, z, V::broadcast(0.1333330273628F));
    q = V::multiplyAdd(q, z, V::broadcast(-0.3333333432674F));
    const V small = V::multiplyAdd(q * z, magnitude, magnitude);
    // Large: 1 − 2 / (e²ˣ + 1), where nothing cancels any more.
    const V one = V::broadcast(1.0F);
    const V large = one - V::broadcast(2.0F) / (exponential(magnitude + magnitude) + one);
    return V::withSign(V::whereLess(magnitude, V::broadcast(0.625F), small, large), x);
}

/// 1 / (1 + e⁻ˣ) within 3 units in the last place; 0 below −88.7, where e⁻ˣ overflows.
template <class V> inline V sigmoid(V x)
{
    const V one = V::broadcast(1.0F);
    return one / (one + exponential(V::zero() - x));
}

/// x / 2 · (1 + tanh(√(2/π) · (x + 0.044715 · x³))); for large |x| it is x or −0, as the limit is.
template <class V> inline V geluTanh(V x)
{
    const V cubic = V::multiplyAdd(x * x * x, V::broadcast(0.044715F), x);
    const V t = hyperbolicTangent(cubic * V::broadcast(0.7978845608F));
    return V::broadcast(0.5F) * x * (V::broadcast(1.0F) + t);
}

} // namespace moru::kernels::simd
