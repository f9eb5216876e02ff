/** Which element is meant. */
export interface Target {
  readonly role?: string;
  /** The whole accessible name, or a pattern of it. */
  readonly name?: string | RegExp;
  readonly css?: string;
  /** Text that it contains. */
  readonly text?: string;
  readonly within?: Target;
}

/** The same as JSON. */
export interface WireTarget {
  readonly role: string | null;
  readonly name: string | null;
  readonly css: string | null;
  readonly text: string | null;
  readonly within: WireTarget | null;
}

export function toWire({ role, name, css, text, within }: Target): WireTarget {
  const pattern = typeof name === 'string' ? `^${name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}$` : (name?.source ?? null);
  return { role: role ?? null, name: pattern, css: css ?? null, text: text ?? null, within: within ? toWire(within) : null };
}

export interface Seen {
  readonly count: number;
  /** Of the first one. */
  readonly text: string;
  readonly value: string | null;
  readonly isFocused: boolean;
  readonly isDisabled: boolean;
  readonly isChecked: boolean;
  /** The middle of the first one, once it stands still and nothing covers it. */
  readonly middle: { readonly x: number; readonly y: number } | null;
}

export type GuardedWindow = Window & { clickGuard?: { readonly end: () => void; readonly hasMissed: boolean } };

/** Runs in the page: the visible elements that are meant. It must not use anything from outside. */
export async function look(target: WireTarget, before: 'looking' | 'pressing' | 'clicking'): Promise<Seen> {
  const natively: Record<string, string> = {
    article: 'article',
    button: 'button, summary, input[type=submit]',
    cell: 'td',
    checkbox: 'input[type=checkbox]',
    combobox: 'select',
    form: 'form',
    heading: 'h1, h2, h3, h4, h5, h6',
    img: 'img',
    link: 'a[href]',
    list: 'ul, ol',
    listitem: 'li',
    navigation: 'nav',
    radio: 'input[type=radio]',
    region: 'section',
    row: 'tr',
    status: 'output',
    textbox: 'input:not([type=checkbox], [type=radio], [type=submit], [type=button], [type=file]), textarea',
  };
  const tidy = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  const nameOf = (element: Element): string => {
    const labelled = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<Element> | null) ?? [])] : [];
    const names = [
      labelled.map((id) => document.getElementById(id)?.textContent ?? '').join(' '),
      element.getAttribute('aria-label'),
      labels.map((label) => label.textContent).join(' '),
      element.getAttribute('alt'),
      element.textContent,
      element.getAttribute('title'),
      element.getAttribute('placeholder'),
    ];
    return names.map(tidy).find((name) => name !== '') ?? '';
  };
  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
  };
  const find = ({ role, name, css, text, within }: WireTarget): Element[] => {
    const roots: ParentNode[] = within ? find(within) : [document];
    const selector = role === null ? (css ?? '*') : `[role="${role}"], :is(${natively[role] ?? 'none'}):not([role])`;
    return [...new Set(roots.flatMap((root) => [...root.querySelectorAll(selector)]))].filter(
      (element) =>
        (role === null || css === null || element.matches(css)) &&
        isShown(element) &&
        (name === null || new RegExp(name).test(nameOf(element))) &&
        (text === null || tidy(element.textContent).includes(text)),
    );
  };
  const found = find(target);
  const [first] = found;
  if (!first) return { count: 0, text: '', value: null, isFocused: false, isDisabled: false, isChecked: false, middle: null };
  if (before !== 'looking') first.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const place = first.getBoundingClientRect();
  // A hidden window draws no frames.
  if (document.visibilityState === 'visible') await new Promise(requestAnimationFrame);
  const { x, y, width, height } = first.getBoundingClientRect();
  const middle = { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) };
  const top = document.elementFromPoint(middle.x, middle.y);
  const label = 'labels' in first ? (first.labels as NodeListOf<Element> | null)?.[0] : undefined;
  const isMeant = (element: Element | null) => first.contains(element) || label?.contains(element) === true;
  const isStill = place.x === x && place.y === y && place.width === width && place.height === height;
  const isReady = isStill && isMeant(top);
  const guarded = window as GuardedWindow;
  guarded.clickGuard?.end();
  if (before === 'clicking' && isReady) {
    // What moves away before it is pressed must not let the press go to something else.
    const guard = new AbortController();
    guarded.clickGuard = { end: () => guard.abort(), hasMissed: false };
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'] as const) {
      const check = (event: Event) => {
        const hit = document.elementFromPoint((event as MouseEvent).clientX, (event as MouseEvent).clientY);
        if (type === 'pointerdown') guarded.clickGuard = { end: () => guard.abort(), hasMissed: !isMeant(hit) };
        if (guarded.clickGuard?.hasMissed !== true) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      };
      window.addEventListener(type, check, { capture: true, signal: guard.signal });
    }
  }
  return {
    count: found.length,
    text: tidy(first.textContent),
    value: 'value' in first ? String(first.value) : null,
    isFocused: first.contains(document.activeElement),
    isDisabled: first.matches(':disabled, [aria-disabled=true], [data-disabled=true]'),
    isChecked: first.matches(':checked, [aria-checked=true]'),
    middle: isReady ? middle : null,
  };
}
