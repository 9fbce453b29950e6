import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Where the run is also written as JSON: build/test.ts sums it. */
const json = process.env.VITEST_JSON

/** What needs dist/ as `npm test` leaves it: it belongs to that command alone. */
const built = ['tests/build/budget.test.ts', 'tests/build/executable.test.ts']

/**
 * What takes long: every call as everybody and with every odd input, imports and exports in threads of their own, hostile
 * texts by the hundred. `npm test` runs it, `npm run check` does not.
 */
const proofs = [
  'tests/src/rights/**/*.test.ts',
  'tests/src/contract/bad-input.test.ts',
  'tests/src/features/import/{service,worker,zip}.test.ts',
  'tests/src/features/export/{markdown,word}.test.ts',
  'tests/src/features/search/exact.test.ts',
  'tests/src/markdown/hostile.test.ts',
]

export default defineConfig({
  test: {
    reporters: json ? ['default', ['json', { outputFile: json }]] : ['default'],
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/{src,layers,build}/**/*.test.ts'],
          exclude: [...built, ...proofs],
          pool: 'forks',
        },
      },
      { extends: true, test: { name: 'proofs', include: proofs, pool: 'forks' } },
      { extends: true, test: { name: 'web', include: ['tests/web/**/*.test.{ts,tsx}'], pool: 'forks' } },
      { extends: true, test: { name: 'built', include: built, pool: 'forks' } },
      // one at a time: each drives a browser and a server
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          pool: 'forks',
          fileParallelism: false,
          testTimeout: 60_000,
        },
      },
    ],
  },
})
