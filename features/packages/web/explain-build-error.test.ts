import { describe, expect, it } from 'vitest';
import { explainBuildError } from './explain-build-error.ts';

/** As uv prints a failed resolution. */
const unsolved = (cause: string) => `error: No solution found when resolving dependencies\n  cause: ${cause}`;
const olderUv = (cause: string) => `  × No solution found when resolving dependencies:\n  ╰─▶ ${cause}`;
const UNSATISFIABLE = 'we can conclude that your requirements are unsatisfiable.';

describe('the explanation of a failed build', () => {
  it.each([
    [
      'a package that does not exist',
      unsolved(`Because no-such-xyz was not found in the package registry and you require no-such-xyz, ${UNSATISFIABLE}`),
      'PyPI has no package "no-such-xyz". Check the spelling.',
    ],
    [
      'the same, as an older uv wraps it',
      olderUv(`Because no-such-xyz was not found in the package\n      registry and you require no-such-xyz, ${UNSATISFIABLE}`),
      'PyPI has no package "no-such-xyz". Check the spelling.',
    ],
    [
      'the same, as pip says it',
      'ERROR: Could not find a version that satisfies the requirement no-such-xyz (from versions: none)\nERROR: No matching distribution found for no-such-xyz',
      'PyPI has no package "no-such-xyz". Check the spelling.',
    ],
    [
      'a missing package that another one needs',
      unsolved(
        `Because gone was not found in the package registry and asker==1.0 depends on gone, we can conclude that asker==1.0 cannot be used.`,
      ),
      'PyPI has no package "gone", which "asker" needs. Choose another version of "asker".',
    ],
    [
      'a version that does not exist',
      unsolved(`Because there is no version of rich==99.0 and you require rich==99.0, ${UNSATISFIABLE}`),
      '"rich" has no version 99.0. Choose another version.',
    ],
    [
      'the same, as pip says it',
      'ERROR: Could not find a version that satisfies the requirement rich==99.0 (from versions: 0.1.0, 15.0.0)\nERROR: No matching distribution found for rich==99.0',
      '"rich" has no version 99.0. Choose another version.',
    ],
    [
      'a range above the newest version',
      unsolved(`Because only rich<=15.0.0 is available and you require rich>=999, ${UNSATISFIABLE}`),
      'The newest version of "rich" is 15.0.0, but the lesson requires >=999. Change the version.',
    ],
    [
      'a version for another Python',
      unsolved(
        `Because tensorflow==1.15.0 has no wheels with a matching Python ABI tag (e.g., \`cp311\`) and you require tensorflow==1.15, ${UNSATISFIABLE}`,
      ),
      '"tensorflow" 1.15.0 doesn’t work with the Python version of this lesson. Choose another version.',
    ],
    [
      'two packages that need different versions of a third',
      unsolved(
        `Because requests==2.31.0 depends on urllib3>=1.21.1,<3 and you require requests==2.31.0, we can conclude that you require urllib3>=1.21.1,<3.\n         And because you require urllib3==0.5, ${UNSATISFIABLE}`,
      ),
      '"requests" needs urllib3 >=1.21.1,<3, but the lesson requires urllib3 ==0.5. Change one of the versions.',
    ],
    [
      'the same, the other way round',
      unsolved(
        `Because numba==0.59.0 depends on numpy>=1.22,<1.27 and you require numpy>=2.3, we can conclude that your requirements and numba==0.59.0 are incompatible.`,
      ),
      '"numba" needs numpy >=1.22,<1.27, but the lesson requires numpy >=2.3. Change one of the versions.',
    ],
    [
      'a conflict that pip does not explain',
      'ERROR: Cannot install a and b because these package versions have conflicting dependencies.',
      'Packages of this lesson need different versions of the same package.',
    ],
    [
      'an index that is away',
      'error: Request failed after 3 retries in 7.8s\n  cause: Failed to fetch: http://127.0.0.1:9/simple/rich/\n  cause: Connection refused (os error 111)',
      'The package index can’t be reached. Try again later.',
    ],
  ])('%s', (_, error, text) => {
    expect(explainBuildError(error)).toEqual({ text, details: error });
  });

  it('leaves unknown output as it is, with everything behind its first line as details', () => {
    const error = '\n  Failed to build `homemade`\nSegmentation fault\n';
    expect(explainBuildError(error)).toEqual({ text: 'Failed to build `homemade`', details: error });
    expect(explainBuildError('“x y” is not the name of a Python package.')).toEqual({
      text: '“x y” is not the name of a Python package.',
      details: null,
    });
  });
});
