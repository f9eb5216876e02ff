/**
 * Decides when the router puts scrolled elements back to where they were: on another page only. On the same page, another tab or filter
 * moves nothing back; the router would undo what the page has just scrolled into view.
 */
export function restoresOnOtherPages(): (navigation: { location: { pathname: string } }) => boolean {
  let shown: string | null = null;
  return ({ location: { pathname } }) => {
    const isOther = pathname !== shown;
    shown = pathname;
    return isOther;
  };
}
