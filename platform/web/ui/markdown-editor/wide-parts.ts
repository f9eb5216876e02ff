/** Parts of rendered markdown that scroll sideways when they are wider than the text. */
const WIDE = 'pre, table, .katex-display';

/** Lets the keyboard scroll the parts that are wider than the text (WCAG 2.1.1). Other parts would only be stops on the way. */
export function markWideParts(content: HTMLElement): void {
  for (const part of content.querySelectorAll(WIDE)) {
    if (part.scrollWidth > part.clientWidth) part.setAttribute('tabindex', '0');
    else part.removeAttribute('tabindex');
  }
}

/** Removes the marks, so that the content equals what was rendered. */
export function unmarkWideParts(content: HTMLElement): void {
  for (const part of content.querySelectorAll(`:is(${WIDE})[tabindex]`)) part.removeAttribute('tabindex');
}

/** Marks the parts of an element now and whenever its size changes. */
export function watchWideParts(content: HTMLElement): () => void {
  const observer = new ResizeObserver(() => markWideParts(content));
  observer.observe(content);
  return () => observer.disconnect();
}
