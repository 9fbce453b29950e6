/** Loads what draws menus: a fifth of the first load if it came with it. */
export const loadMenuWindow = async () => {
  const { MenuWindow } = await import('./menu-window.tsx')
  return { default: MenuWindow }
}

/** Loads it ahead of time; without a network it is tried again when a menu is wanted. */
export const preloadMenuWindow = (): void => {
  loadMenuWindow().catch(() => undefined)
}
