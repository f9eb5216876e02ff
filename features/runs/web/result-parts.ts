/** Parts of the output pane that only show results. They load during the first run. */
export const loadVariablesTab = async () => ({ default: (await import('./variables-tab.tsx')).VariablesTab });
export const loadChecksTab = async () => ({ default: (await import('./checks-tab.tsx')).ChecksTab });
export const loadCustomCheckOutput = async () => ({ default: (await import('./custom-check-output.tsx')).CustomCheckOutput });
export const loadFilesTab = async () => ({ default: (await import('./files-tab.tsx')).FilesTab });
export const loadResultTable = async () => ({ default: (await import('./result-table.tsx')).ResultTable });

/** Prefetches the parts; a failed part is requested again when it is needed. */
export function fetchResultParts(): void {
  for (const load of [loadVariablesTab, loadChecksTab, loadCustomCheckOutput]) void load().catch(() => undefined);
}
