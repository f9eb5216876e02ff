import type { Generated, GeneratedAlways } from 'kysely';
import type { DatasetFileInfo } from '../contract/datasets.ts';
import type { Json } from '#platform/server/database/column-types.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    datasets: DatasetTable;
    dataset_versions: DatasetVersionTable;
    dataset_files: DatasetFileTable;
    dataset_uploads: DatasetUploadTable;
    dataset_upload_chunks: DatasetUploadChunkTable;
  }
}

interface DatasetTable {
  id: GeneratedAlways<number>;
  name: string;
  description: string;
  created_by: number | null;
  created_at: Generated<Date>;
  archived_at: Date | null;
}

interface DatasetVersionTable {
  id: GeneratedAlways<number>;
  dataset_id: number;
  hash: string;
  description: string;
  bytes: number;
  created_by: number | null;
  created_at: Generated<Date>;
}

interface DatasetFileTable {
  version_id: number;
  path: string;
  sha256: string;
  size: number;
}

interface DatasetUploadTable {
  id: string;
  user_id: number;
  dataset_id: number | null;
  name: string;
  description: string;
  files: Json<DatasetFileInfo[]>;
  version_id: number | null;
  created_at: Generated<Date>;
  touched_at: Generated<Date>;
}

/** Only where several servers share a bucket. */
interface DatasetUploadChunkTable {
  upload_id: string;
  file: number;
  chunk: number;
  sha256: string;
  size: number;
}
