import { randomUUID } from 'node:crypto';
import type { SkillContent } from '#features/content-model/rules/lesson-content.ts';
import type { StoredLesson } from '#features/lesson-store/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { alreadyExists, notFound, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Skill } from '../contract/skills.ts';
import { type Edited, screenSummary, writeScreen } from './save-screen.ts';
import { numberItems } from './screen-items.ts';
import type { ScreenAddress, StoredScreen } from './screen-queries.ts';
import { getScreenFor } from './screens.ts';

/** Errors of skills, for authors. */
export const SKILL_MESSAGES = {
  assessmentsOnly: (sequence: number) => `Only assessments have skills, and lesson ${sequence} is not one. Change its type to add skills.`,
  nameTaken: (name: string) => `This screen already has a skill named “${name}”.`,
} as const;

/** The assessment skills of a screen, in order, including those of a lesson that is no longer an assessment. */
export async function listSkills(platform: Platform, actor: Actor, { lessonId, screenId }: ScreenAddress): Promise<Skill[]> {
  const { screen } = await getScreenFor(platform.db, actor, lessonId, screenId);
  return skillsOf(platform, screen);
}

/** How a skill is saved. */
interface How {
  automatic?: boolean | undefined;
}

/**
 * Adds a skill after the others.
 *
 * @throws AppError `already_exists` if the screen has one of this name; `refused` if the lesson is no assessment, or
 * read-only.
 */
export async function createSkill(
  platform: Platform,
  actor: Actor,
  address: ScreenAddress,
  { name, point_value, automatic }: { name: string; point_value: number } & How,
): Promise<Skill> {
  const uuid = randomUUID();
  const screen = await writeScreen(platform, actor, address, async (_tx, stored, lesson) => {
    requireAssessment(lesson);
    const skill = { uuid, name, point_value };
    requireFreeName(stored, skill);
    return { ...edited(stored, [...stored.attached.skills, skill], screenSummary('Add a skill to', stored, lesson)), by: byOf(automatic) };
  });
  return skillOf(platform, screen, uuid);
}

/**
 * Changes the name or the points of a skill; omitted fields stay as they are.
 *
 * @throws AppError `not_found`; `already_exists` if the screen has another one of this name; `refused` if the lesson is
 * no assessment, or read-only.
 */
export async function saveSkill(
  platform: Platform,
  actor: Actor,
  address: ScreenAddress,
  { skillId, automatic, ...input }: { skillId: number; name?: string | undefined; point_value?: number | undefined } & How,
): Promise<Skill> {
  let uuid = '';
  const screen = await writeScreen(platform, actor, address, async (tx, stored, lesson) => {
    requireAssessment(lesson);
    const skill = findSkill(stored, (await numbersOf(tx, stored)).uuidOf(stored.id, skillId));
    uuid = skill.uuid;
    const next = { uuid, name: input.name ?? skill.name, point_value: input.point_value ?? skill.point_value };
    if (next.name !== skill.name) requireFreeName(stored, next);
    const skills = stored.attached.skills.map((each) => (each === skill ? next : each));
    return { ...edited(stored, skills, screenSummary('Change a skill of', stored, lesson)), by: byOf(automatic) };
  });
  return skillOf(platform, screen, uuid);
}

/**
 * Deletes a skill, and removes it from the questions and options that name it. Also allowed in lessons that are no longer
 * assessments. Returns the remaining skills.
 *
 * @throws AppError `not_found`; `refused` if the lesson is read-only.
 */
export async function deleteSkill(platform: Platform, actor: Actor, address: ScreenAddress, skillId: number): Promise<Skill[]> {
  const screen = await writeScreen(platform, actor, address, async (tx, stored, lesson) => {
    const skill = findSkill(stored, (await numbersOf(tx, stored)).uuidOf(stored.id, skillId));
    const unnamed = <T extends { skill_uuid: string | null }>(item: T): T =>
      item.skill_uuid === skill.uuid ? { ...item, skill_uuid: null } : item;
    const questions = stored.attached.questions.map((question) => ({ ...unnamed(question), options: question.options.map(unnamed) }));
    const skills = stored.attached.skills.filter((each) => each !== skill);
    return edited({ ...stored, attached: { ...stored.attached, questions } }, skills, screenSummary('Delete a skill of', stored, lesson));
  });
  return skillsOf(platform, screen);
}

function edited(stored: StoredScreen, skills: SkillContent[], summary: string) {
  return { fields: stored.fields, attached: { ...stored.attached, skills }, message: null, summary };
}

function byOf(automatic: boolean | undefined): NonNullable<Edited['by']> {
  return automatic ? 'itself' : 'hand';
}

function requireAssessment(lesson: StoredLesson): void {
  if (lesson.fields.type !== 'assessment') throw refused(SKILL_MESSAGES.assessmentsOnly(lesson.sequence));
}

/** Files refer to skills by name, so names are unique. */
function requireFreeName(screen: StoredScreen, skill: SkillContent): void {
  const isTaken = screen.attached.skills.some(({ uuid, name }) => uuid !== skill.uuid && name.toLowerCase() === skill.name.toLowerCase());
  if (isTaken) throw alreadyExists(SKILL_MESSAGES.nameTaken(skill.name));
}

function findSkill(screen: StoredScreen, uuid: string | null): SkillContent {
  const skill = screen.attached.skills.find((each) => each.uuid === uuid);
  if (!skill) throw notFound('skill');
  return skill;
}

function numbersOf(handle: Platform['db'], { id, attached }: StoredScreen) {
  return numberItems(handle, 'skill', [{ id, uuids: attached.skills.map(({ uuid }) => uuid) }]);
}

async function skillsOf(platform: Platform, screen: StoredScreen): Promise<Skill[]> {
  const numbers = await numbersOf(platform.db, screen);
  return screen.attached.skills.map(({ uuid, name, point_value }) => ({ id: numbers.idOf(screen.id, uuid), name, point_value }));
}

async function skillOf(platform: Platform, screen: StoredScreen, uuid: string): Promise<Skill> {
  const skill = (await skillsOf(platform, screen))[screen.attached.skills.findIndex((each) => each.uuid === uuid)];
  if (!skill) throw new Error(`Skill ${uuid} was saved but not returned.`);
  return skill;
}
