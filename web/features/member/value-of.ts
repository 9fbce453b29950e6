import type { Told } from '#web/lib/told.ts'

/** What the server told; undefined as long as it has not. */
export const valueOf = <T>(told: Told<T>): T | undefined => (told && 'value' in told ? told.value : undefined)
