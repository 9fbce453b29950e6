/** Loads what draws menus: a fifth of the first load if it came with it. */
export const loadMenuContent = async () => {
  const { MenuContent: MenuWindow } = await import('./menu-content.tsx')
  return { default: MenuWindow }
}

/** Loads it ahead of time; without a network it is tried again when a menu is wanted. */
export const preloadMenuContent = (): void => {
  loadMenuContent().catch(() => undefined)
}
