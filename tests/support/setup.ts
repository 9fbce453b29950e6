// Runs before every test file, also where files share their modules: hooks in a module would be those of its first file.
import { afterAll, afterEach } from 'vitest'
import { closeApps } from './app.ts'

afterEach(() => closeApps({ shared: false }))
afterAll(() => closeApps({ shared: true }))
