import { expect, type Page } from '@playwright/test';

/** Checks of the layout that axe does not have. Each names what it finds. */

/** The texts and widths of WCAG 1.4.12. */
const TEXT_SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-bottom: 2em !important; }`;

/** Fails if text is cut off or leaves its button with the spacing that readers may set (WCAG 1.4.12). */
export async function expectRoomForSpacing(page: Page, where: string): Promise<void> {
  const style = await page.addStyleTag({ content: TEXT_SPACING });
  try {
    await expectNone(page, findCutTexts, `text spacing on ${where}`);
  } finally {
    await style.evaluate((element) => element.parentNode?.removeChild(element));
  }
}

/** Fails if something of the page is beyond the edge of a window of 320 px, or must be scrolled sideways (WCAG 1.4.10). */
export async function expectReflow(page: Page, where: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNone(page, findBeyondEdge, `${where} at 320 px`);
}

/** A phone, a tablet, a small and a large window. */
const WIDTHS = [1440, 1024, 768, 390];

/** Fails if a control is covered by something else or cut to a stub, in windows of four widths. The page is loaded once. */
export async function expectReachableControls(page: Page, where: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await expectNone(page, findUnreachableControls, `controls of ${where} at ${width} px`);
  }
}

/** Fails if something of the page would be cut off on paper, where nothing can be scrolled. */
export async function expectWholeInPrint(page: Page, where: string): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  try {
    await expectNone(page, findCutInPrint, `${where} on paper`);
  } finally {
    await page.emulateMedia({ media: null });
  }
}

/** Fails if an element that has the focus is out of sight, or wholly below a bar (WCAG 2.4.11). */
export async function expectFocusInSight(page: Page, where: string): Promise<void> {
  await expectNone(page, findHiddenFocus, `focus on ${where}`);
}

/** Fails if the frame of a field or the track of a switch has less than 3:1 to what is around it (WCAG 1.4.11), in the current mode. */
export async function expectVisibleFields(page: Page, where: string): Promise<void> {
  await expectNone(page, findPaleFields, `frames of fields on ${where}`);
}

/**
 * Layout follows the size of the window in the next frame, and elements that measure themselves in the one after. Lists that close or
 * find their position take as many frames as the machine needs, so a problem counts once it stays.
 */
async function expectNone(page: Page, find: () => string[] | Promise<string[]>, message: string): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect.poll(() => page.evaluate(find), { message }).toEqual([]);
}

// These run in the browser, so they hold everything that they use.

function findBeyondEdge(): string[] {
  /** Content that needs two dimensions may scroll inside the page: tables, code, formulas, pictures. Tabs that don't fit are in a menu, too. */
  const TWO_DIMENSIONS = 'table, pre, [role="grid"], [role="tablist"], .cm-editor, .katex-display, .xterm, [role="log"], img, svg';
  const width = document.documentElement.clientWidth;
  const problems = new Set<string>();
  const scrollsSideways = (element: Element) =>
    /auto|scroll/.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth + 1;
  const isTwoDimensional = (element: Element) =>
    element.matches(TWO_DIMENSIONS) || element.querySelector(':scope > :is(table, pre)') !== null;
  const name = (element: Element) =>
    `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? ''} ${[...element.classList].join('.')}`;
  if (document.documentElement.scrollWidth > width) problems.add(`the page is ${document.documentElement.scrollWidth} px wide`);
  for (const element of document.body.querySelectorAll('*')) {
    if (scrollsSideways(element) && !isTwoDimensional(element) && !element.closest(TWO_DIMENSIONS) && element.clientWidth > 0)
      problems.add(`scrolls sideways (${element.scrollWidth} px in ${element.clientWidth}): ${name(element)}`);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (
      !parent ||
      text === '' ||
      parent.closest('[inert], script, style, noscript, [hidden]') ||
      !parent.checkVisibility({ visibilityProperty: true })
    )
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right } = range.getBoundingClientRect();
    if (right <= width + 1 && left >= -1) continue;
    let isAllowed = false;
    for (let each: Element | null = parent; each && each !== document.body; each = each.parentElement) {
      const style = getComputedStyle(each);
      // Shortened to one line, or for screen readers only.
      if (style.textOverflow === 'ellipsis' || style.clipPath !== 'none' || each.clientWidth <= 1) isAllowed = true;
      if (isTwoDimensional(each) || /^(MJX|MATH)/.test(each.tagName)) isAllowed = true;
    }
    if (!isAllowed) problems.add(`beyond the edge (${Math.round(left)} to ${Math.round(right)}): “${text.slice(0, 60)}”`);
  }
  return [...problems];
}

function findUnreachableControls(): string[] {
  const CONTROLS = 'button, a[href], summary, select, input, textarea, [role="tab"], [role="menuitem"]';
  /** Less of it can't be hit (WCAG 2.5.8). */
  const LEAST = 20;
  const problems = new Set<string>();
  const name = (element: HTMLElement) =>
    `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 50)}”`;
  /** What can be seen of it: inside of the window and of all that cuts it off. `isScrolled`: the rest is a scroll away. */
  const visiblePart = (element: HTMLElement) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const part = {
      left: Math.max(left, 0),
      top: Math.max(top, 0),
      right: Math.min(right, innerWidth),
      bottom: Math.min(bottom, innerHeight),
    };
    let isScrolled = top < 0 || bottom > innerHeight;
    for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) {
      const { overflowX, overflowY, clipPath } = getComputedStyle(each);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const frame = each.getBoundingClientRect();
      // For screen readers only.
      if (frame.width <= 1 || clipPath !== 'none') return null;
      if (/auto|scroll/.test(`${overflowX} ${overflowY}`)) {
        const isOut = left < frame.left - 1 || right > frame.right + 1 || top < frame.top - 1 || bottom > frame.bottom + 1;
        isScrolled ||= isOut;
      }
      part.left = Math.max(part.left, frame.left);
      part.top = Math.max(part.top, frame.top);
      part.right = Math.min(part.right, frame.right);
      part.bottom = Math.min(part.bottom, frame.bottom);
    }
    return { ...part, width: part.right - part.left, height: part.bottom - part.top, isScrolled };
  };
  const coverOf = (element: HTMLElement): Element | null => {
    const part = visiblePart(element);
    if (part === null) return null;
    const { left, top, width, height } = part;
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const isItself = hit === null || hit.contains(element) || element.contains(hit) || hit.closest('label')?.contains(element) === true;
    return isItself ? null : hit;
  };
  for (const element of document.querySelectorAll<HTMLElement>(CONTROLS)) {
    if (element.closest('[inert], [hidden], [aria-hidden="true"], .cm-editor, .xterm') || element.matches('[type="hidden"], [type="file"]'))
      continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const { width, height } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    // For screen readers only, or drawn by what is beside it.
    if (width <= 1 || height <= 1 || style.clipPath !== 'none' || style.opacity === '0' || style.pointerEvents === 'none') continue;
    const part = visiblePart(element);
    if (part === null) continue;
    if (part.width < Math.min(width, LEAST) - 1 || part.height < Math.min(height, LEAST) - 1) {
      if (!part.isScrolled) problems.add(`cut to ${Math.round(part.width)} × ${Math.round(part.height)} px: ${name(element)}`);
      continue;
    }
    if (coverOf(element) === null) continue;
    // Below a bar that stays, it can be scrolled into sight.
    element.scrollIntoView({ block: 'center' });
    const cover = coverOf(element);
    if (cover) problems.add(`${name(element)} is covered by ${cover.tagName.toLowerCase()} ${[...cover.classList].join('.').slice(0, 40)}`);
  }
  scrollTo(0, 0);
  return [...problems];
}

function findCutTexts(): string[] {
  const problems = new Set<string>();
  const CONTROLS = 'button, a, [role="tab"], [role="menuitem"], label, h1, h2, h3, legend, summary';
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    const { parentElement: parent, textContent } = node;
    const text = textContent?.trim();
    if (!parent || !text || parent.closest('[inert], script, style, noscript, [hidden], .cm-editor, .xterm, .katex')) continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    // The link to the content comes into sight with the focus.
    if (box.width === 0 || box.bottom <= 0) continue;
    for (let each: Element | null = parent; each && each !== document.body; each = each.parentElement) {
      const style = getComputedStyle(each);
      const frame = each.getBoundingClientRect();
      if (frame.width <= 1 || style.clipPath !== 'none' || /auto|scroll/.test(style.overflow)) break;
      if (/hidden|clip/.test(style.overflowY) && (box.bottom > frame.bottom + 3 || box.top < frame.top - 3)) {
        problems.add(`cut below: “${text.slice(0, 60)}”`);
        break;
      }
      const isControl = each.matches(CONTROLS);
      const isCut = /hidden|clip/.test(style.overflowX) && box.right > frame.right + 2;
      // A shortened title of a row is whole in its hint and where the row leads.
      if (isCut && each.closest('[title], [role="row"]') === null && parent.closest(CONTROLS)) {
        problems.add(`cut at the side: “${text.slice(0, 60)}”`);
        break;
      }
      if (/hidden|clip/.test(style.overflowX)) break;
      if (isControl && box.right > frame.right + 2) problems.add(`leaves its ${each.tagName.toLowerCase()}: “${text.slice(0, 60)}”`);
    }
  }
  return [...problems];
}

async function findHiddenFocus(): Promise<string[]> {
  const TABBABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"], [contenteditable="true"]';
  const PARTS = [0.5, 0.1, 0.9];
  /** Whether any of nine points of it can be seen. */
  const isInSight = (element: HTMLElement): boolean => {
    // Checkboxes and switches are drawn by what is beside them.
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
    const drawn = [element, ...labels, element.parentElement].filter((each): each is HTMLElement => each instanceof HTMLElement);
    const shown = drawn.find((each) => each.getBoundingClientRect().width > 8) ?? element;
    const { left, top, right, bottom } = shown.getBoundingClientRect();
    const [x0, x1] = [Math.max(left, 0), Math.min(right, innerWidth)];
    const [y0, y1] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
    if (x1 <= x0 || y1 <= y0) return false;
    return PARTS.some((across) =>
      PARTS.some((down) => {
        const hit = document.elementFromPoint(x0 + (x1 - x0) * across, y0 + (y1 - y0) * down);
        return hit !== null && (hit.contains(shown) || drawn.some((each) => each.contains(hit)));
      }),
    );
  };
  const problems = new Set<string>();
  const before = document.activeElement;
  for (const element of document.querySelectorAll<HTMLElement>(TABBABLE)) {
    if (element.tabIndex < 0 || element.matches(':disabled, [type="hidden"]') || element.closest('[inert], [hidden]')) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    element.focus();
    if (document.activeElement !== element) continue;
    // What appears with the focus does so in the next frame.
    if (!isInSight(element)) await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    if (!isInSight(element))
      problems.add(
        `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 50)}”`,
      );
  }
  if (before instanceof HTMLElement) before.focus();
  return [...problems];
}

function findPaleFields(): string[] {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!canvas) throw new Error('There is no canvas.');
  /** Red, green, blue and opacity of any CSS color. */
  const channels = (color: string): [number, number, number, number] => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const luminance = (color: string) => {
    const [red, green, blue] = channels(color).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number, number];
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one: string, other: string) => {
    const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((left, right) => left - right);
    return (light + 0.05) / (dark + 0.05);
  };
  const groundOf = (element: Element): string => {
    for (let each = element.parentElement; each; each = each.parentElement) {
      const { backgroundColor } = getComputedStyle(each);
      if (channels(backgroundColor)[3] > 0.99) return backgroundColor;
    }
    return 'white';
  };
  /** The color of the line below a field, which may be that of what holds it and its icons; otherwise its own. */
  const drawnOf = (field: Element): string => {
    const around = [field, field.parentElement, field.parentElement?.parentElement, field.parentElement?.parentElement?.parentElement];
    for (const each of around) {
      if (!each) continue;
      const { borderBottomWidth, borderBottomColor, backgroundColor } = getComputedStyle(each);
      if (Number.parseFloat(borderBottomWidth) > 0 && channels(borderBottomColor)[3] > 0.5) return borderBottomColor;
      if (channels(backgroundColor)[3] > 0.99) return backgroundColor;
    }
    return groundOf(field);
  };
  const problems = new Set<string>();
  for (const field of document.querySelectorAll<HTMLElement>('input, select, textarea, .mantine-Switch-track')) {
    if (field.closest('[inert], [hidden]') || field.matches(':disabled, :checked, [readonly], [type="hidden"], [type="file"]')) continue;
    if (field.matches('.mantine-Switch-track') && field.parentElement?.querySelector('input')?.matches(':disabled, :checked')) continue;
    if (!field.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || field.clientWidth <= 1) continue;
    const style = getComputedStyle(field);
    // Drawn by the browser.
    if (style.appearance !== 'none' && /checkbox|radio|range/.test(field.getAttribute('type') ?? '')) continue;
    const ratio = contrast(drawnOf(field), groundOf(field));
    const name = field.getAttribute('aria-label') ?? (field as HTMLInputElement).labels?.[0]?.textContent ?? field.className;
    if (ratio < 3) problems.add(`${ratio.toFixed(2)}:1 ${field.tagName.toLowerCase()} “${name}”`);
  }
  return [...problems];
}

function findCutInPrint(): string[] {
  return [...document.querySelectorAll<HTMLElement>('html, body, main, main *')].flatMap((element) => {
    const { overflowX, overflowY, display } = getComputedStyle(element);
    if (display === 'none' || display === 'inline' || element.closest('[aria-hidden="true"], svg, math, textarea') !== null) return [];
    const isCut =
      (overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1) ||
      (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1);
    return isCut ? [`${element.tagName} ${element.className}: ${(element.textContent ?? '').trim().slice(0, 40)}`] : [];
  });
}
