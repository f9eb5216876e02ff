import { routeUrl } from '#platform/contract/client.ts';
import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import { fileSchemaRoutes } from '../contract.ts';
import { FILE_SCHEMAS, yamlSchemas } from '../rules/file-schemas.ts';

export const documentHandlers = ({ config }: Pick<Platform, 'config'>): Handlers<typeof fileSchemaRoutes> => ({
  getEditorSettings: () => ({
    'yaml.schemas': yamlSchemas((name) => config.publicUrl + routeUrl(fileSchemaRoutes.getFileSchema, { params: { name } })),
  }),
  getFileSchema: ({ params }) => FILE_SCHEMAS[params.name].schema(),
});
