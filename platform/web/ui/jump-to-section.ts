/** Scrolls to a titled section of the page, and puts the focus on its first control. The address stays the same. */
export function jumpToSection(title: string): void {
  const section = document.querySelector<HTMLElement>(`section[aria-label="${CSS.escape(title)}"]`);
  section?.scrollIntoView({ block: 'start' });
  section?.querySelector<HTMLElement>(':is(input, textarea, select, button, a[href]):not(:disabled)')?.focus({ preventScroll: true });
}
