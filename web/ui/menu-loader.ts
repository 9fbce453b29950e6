/** Loads the menu components, which would make up a fifth of the first load. */
export const loadMenuContent = async () => (await import('./menu-content.tsx')).MenuContent

/** Preloads the menu components; if that fails, opening a menu tries again. */
export const preloadMenuContent = (): void => {
  loadMenuContent().catch(() => undefined)
}
