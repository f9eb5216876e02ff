import type { Release } from '#features/releases/contract/releases.ts';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import { MESSAGES } from './messages.ts';

/** The open dialog of the releases page. */
export type ReleaseDialog = { what: 'add' } | { what: 'import' | 'export' | 'edit' | 'delete' | 'test'; release: Release };

const loadAdd = () => import('./add-release-dialog.tsx');
const loadImport = () => import('./import-lessons-dialog.tsx');
const loadExport = () => import('#features/exports/web/export-dialog.tsx');
const loadEdit = () => import('./edit-release-dialog.tsx');
const loadTest = () => import('./test-release-dialog.tsx');
const loadDelete = () => import('./delete-release-dialog.tsx');

/** The name of a release's zip. */
export function zipOf({ version_major }: Pick<Release, 'version_major'>): string {
  return `${version_major.replaceAll('/', '-')}.zip`;
}

interface ReleaseDialogsProps {
  dialog: ReleaseDialog | null;
  releases: readonly Release[];
  onChange: (dialog: ReleaseDialog | null) => void;
  /** A release was created or got lessons: expand it. */
  onShow: (release: Pick<Release, 'id'>) => void;
}

/** The dialogs of the releases page, loaded on first use. Each has a key so that none reuses another's state. */
export function ReleaseDialogs({ dialog, releases, onChange, onShow }: ReleaseDialogsProps) {
  if (dialog === null) return null;
  const onClose = () => onChange(null);
  const finish = (message: string, shown?: Pick<Release, 'id'>) => {
    onClose();
    if (shown) onShow(shown);
    showResult(message);
  };
  if (dialog.what === 'add') {
    const onAdded = (release: Release) => finish(MESSAGES.created(release.name), release);
    return <OnDemand key="add" load={loadAdd} props={{ releases, onAdded, onClose }} />;
  }
  const { release } = dialog;
  switch (dialog.what) {
    case 'import': {
      const onImported = (into: Release, count: number) => finish(MESSAGES.imported(count, into.name), into);
      return <OnDemand key="import" load={loadImport} props={{ release, onImported, onClose }} />;
    }
    case 'export': {
      const zip = { url: `/api/release/${release.id}/export`, fileName: zipOf(release) };
      return (
        <OnDemand
          key="export"
          load={loadExport}
          props={{ name: release.name, target: { kind: 'release', ids: [release.id] }, zip, onClose }}
        />
      );
    }
    case 'edit': {
      const onSaved = (saved: Release, copied: number) =>
        copied > 0 ? finish(MESSAGES.copied(copied, saved.name), saved) : finish(MESSAGES.saved(saved.name));
      const onDelete = () => onChange({ what: 'delete', release });
      return <OnDemand key="edit" load={loadEdit} props={{ release, releases, onSaved, onDelete, onClose }} />;
    }
    case 'test':
      return <OnDemand key="test" load={loadTest} props={{ release, onClose }} />;
    case 'delete':
      return (
        <OnDemand key="delete" load={loadDelete} props={{ release, onDeleted: () => finish(MESSAGES.deleted(release.name)), onClose }} />
      );
  }
}
