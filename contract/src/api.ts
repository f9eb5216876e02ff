import { externalAuthorRoutes } from './external-authors.ts';
import { healthRoutes } from './health.ts';
import { lessonRoutes } from './lessons.ts';
import { liveRoutes } from './live.ts';
import { loginRoutes } from './login.ts';
import { releaseRoutes } from './releases.ts';
import { runRoutes } from './runs.ts';
import { screenRoutes } from './screens.ts';
import { staffRoutes } from './staff.ts';
import { tokenRoutes } from './tokens.ts';
import { userRoutes } from './users.ts';

/** Every call of the product, by name. */
export const api = {
  ...healthRoutes,
  ...loginRoutes,
  ...userRoutes,
  ...tokenRoutes,
  ...externalAuthorRoutes,
  ...staffRoutes,
  ...lessonRoutes,
  ...screenRoutes,
  ...releaseRoutes,
  ...runRoutes,
  ...liveRoutes,
};
export type Api = typeof api;
