// Runs before every test file, also where files share their modules: hooks in a module would be those of its first file.
import { afterAll, afterEach } from 'vitest'
import { closePages } from './browser.ts'
import { endProcesses } from './executable.ts'

// the last that is said here comes first
afterEach(() => endProcesses({ shared: false }))
afterEach(({ task }) => closePages(task))
afterAll(() => endProcesses({ shared: true }))
