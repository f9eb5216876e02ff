/** Hours as they are shown: `12 h`, `0.5 h`; a dash where nobody has said. */
export function hoursText(hours: number | null): string {
  return hours === null ? '–' : `${hours.toLocaleString('en', { maximumFractionDigits: 2 })} h`;
}
