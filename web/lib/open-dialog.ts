/** Whether a dialog is open. What drops down from a button, such as the messages, stands in the page all the time and is none. */
export const isDialogOpen = (): boolean =>
  document.querySelector(':is([role=dialog], [role=alertdialog]):not([popover])') !== null
