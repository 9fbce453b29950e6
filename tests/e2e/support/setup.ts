// Runs before every test file, also where files share modules: hooks in a module would belong to its first file only.
import { afterAll, afterEach } from 'vitest'
import { closePages } from './browser.ts'
import { endProcesses } from './executable.ts'

// hooks run in reverse order
afterEach(() => endProcesses({ shared: false }))
afterEach(({ task }) => closePages(task))
afterAll(() => endProcesses({ shared: true }))
