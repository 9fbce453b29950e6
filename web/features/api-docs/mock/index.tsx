import { lazyComponent } from '#web/ui/lazy.tsx'

/** Where an API page answers as a mock. Shows nothing when it does not. */
export const MockAddress = lazyComponent(async () => (await import('./mock-address.tsx')).MockAddress, 'reading')
