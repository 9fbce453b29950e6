import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Where the run is also written as JSON: build/test.ts sums it. */
const json = process.env.VITEST_JSON

/** What needs dist/ as `npm test` leaves it: it belongs to that command alone. */
const built = ['tests/build/budget.test.ts', 'tests/build/executable.test.ts']

/**
 * What takes long: every call as everybody and with every odd input, imports, exports and patterns in threads of their
 * own, hostile texts by the hundred, commands as whole processes. `npm test` runs it, `npm run check` does not.
 */
const proofs = [
  'tests/src/rights/**/*.test.ts',
  'tests/src/contract/bad-input.test.ts',
  'tests/src/features/import/{service,worker,zip}.test.ts',
  'tests/src/features/export/{markdown,word}.test.ts',
  'tests/src/features/search/{exact,search}.test.ts',
  'tests/src/features/attachment/bind.test.ts',
  'tests/src/features/mock/save.test.ts',
  'tests/src/features/open-api/handlers.test.ts',
  'tests/src/features/page/large.test.ts',
  'tests/src/features/sql-table/markdown.test.ts',
  'tests/src/http/mock.test.ts',
  'tests/build/run.test.ts',
  'tests/src/markdown/hostile.test.ts',
  'tests/web/features/visual-editor/{lossless,random}.test.ts',
]

const figures = ['tests/e2e/browser-figures.test.ts', 'tests/e2e/browser-sheet-figures.test.ts']

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
          // one load of the server's modules for many files: they keep their state in the App of each test
          isolate: false,
        },
      },
      { extends: true, test: { name: 'proofs', include: proofs, pool: 'forks' } },
      {
        extends: true,
        test: { name: 'web', include: ['tests/web/**/*.test.{ts,tsx}'], exclude: proofs, pool: 'forks' },
      },
      { extends: true, test: { name: 'built', include: built, pool: 'forks' } },
      // two files side by side: a browser waits more than it works
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/e2e/browser-*.test.ts'],
          exclude: figures,
          pool: 'forks',
          testTimeout: 90_000,
        },
      },
      // one at a time: they measure, or load the machine
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['tests/e2e/process-*.test.ts', ...figures],
          pool: 'forks',
          fileParallelism: false,
          testTimeout: 60_000,
        },
      },
    ],
  },
})
