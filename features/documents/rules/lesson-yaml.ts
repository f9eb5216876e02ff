import { AcceptedFinding, DataFileContent, DatasetLink, FolderName, Sequence, Uuid } from '#features/content-model/rules/lesson-content.ts';
import { emptyLessonFields, LessonFields, Package } from '#features/lessons/contract/lessons.ts';
import { derivedUuid } from '#platform/content/derived-uuid.ts';
import type { YamlCursor } from '#platform/content/yaml/cursor.ts';
import { withoutDefaults, type Plain } from '#platform/content/yaml/plain.ts';

/** The contents of `lesson.yaml`. */
export interface LessonYaml {
  readonly uuid: string;
  readonly sequence: number;
  readonly fields: LessonFields;
  /** The folders of the screens, in order. */
  readonly screens: readonly string[];
  /** Settings of files below `files/`. */
  readonly files: readonly DataFileContent[];
}

// Created once: a branch with thousands of lessons parses tens of thousands of these.
const FolderNames = FolderName.array();
const StatedUuid = Uuid.nullable();

/** A file states its language and version itself, so that new defaults don't change existing lessons. */
const DEFAULTS: LessonFields = { ...emptyLessonFields({ title: '', author: '' }), language: null, language_version: null };

const { title, type, language, language_version, ...rest } = DEFAULTS;
const KEY_ORDER: LessonFields = { title, type, language, language_version, ...rest };

/** Parses `lesson.yaml`. A missing uuid is derived from other identifying fields. */
export function parseLessonYaml(root: YamlCursor): LessonYaml {
  root.isMap();
  const yaml = root.fields<LessonFields>(LessonFields.shape, DEFAULTS);
  const sequence = root.get('sequence').read(Sequence, 0);
  if (root.isInFile && root.get('sequence').isAbsent) root.report('sequence is missing.');
  return {
    uuid: readUuid(root.get('uuid'), 'lesson', sequence, yaml.title),
    sequence,
    fields: yaml,
    screens: root.get('screens').read(FolderNames, []),
    files: readDataFiles(root.get('files')),
  };
}

export function lessonYamlPlain(yaml: LessonYaml): Plain {
  return {
    uuid: yaml.uuid,
    sequence: yaml.sequence,
    ...withoutDefaults(yaml.fields, KEY_ORDER, ['title', 'type']),
    ...(yaml.screens.length > 0 && { screens: yaml.screens }),
    ...(yaml.files.length > 0 && {
      files: yaml.files.map((file) => withoutDefaults(file, defaultDataFile(file.file_name), ['file_name'])),
    }),
  };
}

/** The settings of a file without its own. */
export function defaultDataFile(file_name: string): DataFileContent {
  return DataFileContent.parse({ file_name });
}

/** Returns the stated uuid, or reports that it is missing and derives one from `seed` and the content here. */
export function readUuid(cursor: YamlCursor, ...seed: readonly (string | number)[]): string {
  const stated = cursor.read(StatedUuid, null);
  if (stated !== null) return stated;
  if (cursor.isInFile && cursor.isAbsent) cursor.report('uuid is missing.');
  return derivedUuid(...seed, cursor.text);
}

/** The uuid of an item of a list: one that was copied inside the list has its own uuid. */
export function uuidAmong(others: ReadonlyMap<string, unknown>, kind: string, stated: string): string {
  let uuid = stated;
  for (let number = 2; others.has(uuid); number++) uuid = derivedUuid(kind, stated, number);
  return uuid;
}

function readDataFiles(cursor: YamlCursor): DataFileContent[] {
  const files = new Map<string, DataFileContent>();
  for (const item of cursor.maps()) {
    const name = item.get('file_name').read(DataFileContent.shape.file_name, '');
    if (name === '') item.report('files: an entry has no file_name.');
    else if (files.has(name)) item.report(`files: ${name} is listed twice; the first one is used.`);
    else files.set(name, item.fields<DataFileContent>(DataFileContent.shape, defaultDataFile(name)));
  }
  return [...files.values()];
}

/** `packages.yaml`: name, version, show_in_editor. */
export function readPackages(root: YamlCursor): Package[] {
  const packages = new Map<string, Package>();
  for (const item of root.maps()) {
    const given = item.fields<Package>(Package.shape, { name: '', version: null, show_in_editor: false });
    if (given.name === '') item.report('A package has no name.');
    else if (packages.has(given.name)) item.report(`${given.name} is listed twice; the first one is used.`);
    else packages.set(given.name, given);
  }
  return [...packages.values()];
}

export function packagesPlain(packages: readonly Package[]): Plain {
  return packages.map((each) => withoutDefaults(each, { name: '', version: null, show_in_editor: false }, ['name']));
}

const ACCEPTED_DEFAULTS: AcceptedFinding = { fingerprint: '', rule: '', file: '', reason: '' };

/** `preflight.yaml`: the findings that authors accepted. */
export function readAccepted(root: YamlCursor): AcceptedFinding[] {
  const accepted = new Map<string, AcceptedFinding>();
  for (const item of root.maps()) {
    const given = item.fields<AcceptedFinding>(AcceptedFinding.shape, ACCEPTED_DEFAULTS);
    if (given.fingerprint === '' || given.rule === '' || given.reason === '')
      item.report('An accepted finding needs a fingerprint, a rule and a reason.');
    else if (accepted.has(given.fingerprint)) item.report(`${given.fingerprint} is listed twice; the first one is used.`);
    else accepted.set(given.fingerprint, given);
  }
  return [...accepted.values()];
}

export function acceptedPlain(accepted: readonly AcceptedFinding[]): Plain {
  return accepted.map((each) => withoutDefaults(each, ACCEPTED_DEFAULTS, ['fingerprint', 'rule', 'reason']));
}

/** `datasets.yaml`: one `name@hash` per line. */
export function readDatasets(root: YamlCursor): DatasetLink[] {
  const links = new Map<string, DatasetLink>();
  for (const item of root.items()) {
    const at = item.text.lastIndexOf('@');
    const link = DatasetLink.safeParse({ name: item.text.slice(0, Math.max(at, 0)), hash: item.text.slice(at + 1) });
    if (!link.success) item.report(`“${item.text}” is not a dataset. Use the form name@hash.`);
    else if (links.has(link.data.name)) item.report(`${link.data.name} is listed twice; the first one is used.`);
    else links.set(link.data.name, link.data);
  }
  return [...links.values()];
}

export function datasetsPlain(links: readonly DatasetLink[]): Plain {
  return links.map((link) => `${link.name}@${link.hash}`);
}
