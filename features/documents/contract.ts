import { z } from 'zod';
import { route } from '#platform/contract/route.ts';

/** The names of the schemas at `/api/schemas/`, one for each form of YAML file. */
export const SCHEMA_NAMES = [
  'lesson.json',
  'packages.json',
  'datasets.json',
  'preflight.json',
  'screen.json',
  'questions.json',
  'test.json',
  'course.json',
  'path.json',
] as const;
export type SchemaName = (typeof SCHEMA_NAMES)[number];

/** An editor asks once for each. */
const perMinute = 120;

export const fileSchemaRoutes = {
  getEditorSettings: route({
    method: 'GET',
    path: '/api/schemas',
    summary: 'Returns settings for editors that understand YAML: which schema is for which files of the content repository',
    access: 'public',
    perMinute,
    reply: z.object({ 'yaml.schemas': z.record(z.string(), z.string()) }),
  }),
  getFileSchema: route({
    method: 'GET',
    path: '/api/schemas/{name}',
    summary: 'Returns the JSON Schema of a YAML file of the content repository',
    access: 'public',
    perMinute,
    params: z.object({ name: z.enum(SCHEMA_NAMES) }),
    reply: z.record(z.string(), z.unknown()),
  }),
};
