import type { skillRoutes } from '#contract/skills.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { createSkill, deleteSkill, listSkills, saveSkill } from './service.ts';

export const skillHandlers = (platform: Platform): Handlers<typeof skillRoutes> => ({
  listSkills: ({ actor, params }) => listSkills(platform, actor, params),
  createSkill: ({ actor, params, body }) => createSkill(platform, actor, params, body),
  saveSkill: ({ actor, params, body }) => saveSkill(platform, actor, params, body),
  deleteSkill: ({ actor, params, body }) => deleteSkill(platform, actor, params, body.skillId),
});
