/** Returns whether a dialog is open. Popovers such as the notifications are always in the DOM and do not count. */
export const isDialogOpen = (): boolean =>
  document.querySelector(':is([role=dialog], [role=alertdialog]):not([popover])') !== null
