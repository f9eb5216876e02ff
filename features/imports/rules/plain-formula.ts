const SIGNS: Readonly<Record<string, string>> = {
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  delta: 'δ',
  epsilon: 'ε',
  varepsilon: 'ε',
  zeta: 'ζ',
  eta: 'η',
  theta: 'θ',
  kappa: 'κ',
  lambda: 'λ',
  mu: 'μ',
  nu: 'ν',
  xi: 'ξ',
  pi: 'π',
  rho: 'ρ',
  sigma: 'σ',
  tau: 'τ',
  phi: 'φ',
  varphi: 'φ',
  chi: 'χ',
  psi: 'ψ',
  omega: 'ω',
  Gamma: 'Γ',
  Delta: 'Δ',
  Theta: 'Θ',
  Lambda: 'Λ',
  Xi: 'Ξ',
  Pi: 'Π',
  Sigma: 'Σ',
  Phi: 'Φ',
  Psi: 'Ψ',
  Omega: 'Ω',
  infty: '∞',
  to: '→',
  rightarrow: '→',
  leftarrow: '←',
  Rightarrow: '⇒',
  times: '×',
  cdot: '·',
  pm: '±',
  le: '≤',
  leq: '≤',
  ge: '≥',
  geq: '≥',
  ne: '≠',
  neq: '≠',
  approx: '≈',
  sim: '∼',
  in: '∈',
  sum: '∑',
  prod: '∏',
  int: '∫',
  sqrt: '√',
  partial: '∂',
  nabla: '∇',
  ell: 'ℓ',
  prime: '′',
  ldots: '…',
  dots: '…',
  left: '',
  right: '',
};
const RAISED: Readonly<Record<string, string>> = pairs('0123456789+-n', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ');
const LOWERED: Readonly<Record<string, string>> = pairs('0123456789+-aehijklmnoprstuvx', '₀₁₂₃₄₅₆₇₈₉₊₋ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ');

function pairs(from: string, to: string): Record<string, string> {
  const shown = to.split('');
  return Object.fromEntries(from.split('').map((sign, at) => [sign, shown[at] ?? sign]));
}

/** A formula of TeX as plain text, for titles: `\alpha_1 \leq x^2` is `α₁ ≤ x²`. What has no sign keeps its name. */
export function plainFormula(tex: string): string {
  return tex
    .replace(/\\d?frac\{([^{}]*)\}\{([^{}]*)\}/g, '$1/$2')
    .replace(/\\(?:text|textbf|textit|mathrm|mathbf|mathbb|mathcal|mathit|operatorname|bar|hat|tilde|vec)\{([^{}]*)\}/g, '$1')
    .replace(/\\[,;:! ]/g, ' ')
    .replace(/\\([A-Za-z]+)[ \t]*/g, (whole: string, name: string) => {
      const sign = Object.hasOwn(SIGNS, name) ? (SIGNS[name] ?? '') : name;
      return /\s$/.test(whole) && sign !== '' && sign !== '√' ? `${sign} ` : sign;
    })
    .replace(/([_^])(?:\{([^{}]*)\}|(\S))/g, (_whole: string, mark: string, group: string | undefined, one: string | undefined) => {
      const text = (group ?? one ?? '').trim();
      const signs = mark === '^' ? RAISED : LOWERED;
      const shown = text.split('').map((each) => (Object.hasOwn(signs, each) ? signs[each] : undefined));
      return shown.includes(undefined) ? `${text === '′' ? '' : mark}${text}` : shown.join('');
    })
    .replace(/\\([%$#&_{}])/g, '$1')
    .replace(/[{}]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
