/** 'sequence. title'; 'Screen N' for a screen without a title. */
export function screenLabel(screen: { readonly sequence: number; readonly title: string }): string {
  const title = screen.title.trim();
  return title === '' ? `Screen ${screen.sequence}` : `${screen.sequence}. ${title}`;
}
