import type { CodeHostConfig } from './code-host-config.ts';
import type { DeployTargetConfig } from './deploy-target-config.ts';
import type { NotificationConfig } from './notification-config.ts';
import type { SignInConfig } from './sign-in-config.ts';
import { StaffList } from './staff-list.ts';

/** The settings that lead outside. */
interface OutsideConfig {
  readonly quiet: boolean;
  readonly codeHost: CodeHostConfig;
  readonly runners: readonly unknown[];
  readonly runnersToken: unknown;
  readonly signIn: SignInConfig;
  readonly deployTarget: DeployTargetConfig;
  readonly notifications: NotificationConfig;
  readonly model: unknown;
  readonly linkChecks: boolean;
  readonly traces: unknown;
}

/**
 * The settings of a restored copy that is only looked at: they lead nowhere outside. Commits go to a repository of its own, people sign in by
 * one-time links or passwords, and the list of staff takes nobody's access.
 */
export function quieten<C extends OutsideConfig>(config: C): C {
  const { codeHost } = config;
  const own: OutsideConfig = {
    quiet: true,
    codeHost: codeHost.kind === 'local' ? codeHost : { kind: 'local', mainBranch: codeHost.mainBranch },
    runners: [],
    runnersToken: null,
    signIn: { providers: [], staff: StaffList.parse(''), mayRemoveStaff: false, hasPasswords: true },
    deployTarget: { kind: 'built-in' },
    notifications: { smtp: null, webhook: null },
    model: null,
    linkChecks: false,
    traces: null,
  };
  return { ...config, ...own };
}
