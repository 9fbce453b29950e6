const copyBySelection = (text: string): boolean => {
  const box = document.createElement('textarea')
  box.value = text
  box.setAttribute('readonly', '')
  box.style.position = 'fixed'
  box.style.opacity = '0'
  const focused = document.activeElement
  // An open dialog traps focus, so a text box outside it would lose focus at once.
  const host = focused?.closest('[role=dialog],[role=alertdialog]') ?? document.body
  host.append(box)
  box.select()
  const done = document.execCommand('copy')
  box.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return done
}

/** Copies `text` to the clipboard; also works over plain HTTP. @returns whether it was copied */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}
