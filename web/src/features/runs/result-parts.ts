/** Parts of the output pane that show results only: they are fetched while the first run is under way. */
export const loadVariablesTab = async () => ({ default: (await import('./variables-tab.tsx')).VariablesTab });
export const loadChecksTab = async () => ({ default: (await import('./checks-tab.tsx')).ChecksTab });
export const loadCustomCheckOutput = async () => ({ default: (await import('./custom-check-output.tsx')).CustomCheckOutput });
export const loadFilesTab = async () => ({ default: (await import('./files-tab.tsx')).FilesTab });
export const loadResultTable = async () => ({ default: (await import('./result-table.tsx')).ResultTable });

/** Fetches them ahead of their first use, which asks again for what could not be had now. */
export function fetchResultParts(): void {
  for (const load of [loadVariablesTab, loadChecksTab, loadCustomCheckOutput]) void load().catch(() => undefined);
}
