import type { Table } from '#platform/server/database/tables.ts';
import type { DatasetFileInfo } from '../contract/datasets.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    datasets: Table<'datasets'>;
    dataset_versions: Table<'dataset_versions'>;
    dataset_files: Table<'dataset_files'>;
    dataset_uploads: Table<'dataset_uploads', { files: DatasetFileInfo[] }>;
    /** Only where several servers share a bucket. */
    dataset_upload_chunks: Table<'dataset_upload_chunks'>;
  }
}
