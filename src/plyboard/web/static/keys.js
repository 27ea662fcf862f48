/** The dialog that tells all keys of a page: `?` opens it. */

const dialog = /** @type {HTMLDialogElement | null} */ (document.querySelector("#keys"));

document.addEventListener("keydown", (event) => {
  const typing = /** @type {Element} */ (event.target).matches("input, select, textarea");
  if (dialog && event.key === "?" && !typing) dialog.open ? dialog.close() : dialog.showModal();
});

document.addEventListener("click", (event) => {
  if (/** @type {Element} */ (event.target).closest("[data-act=keys]")) dialog?.showModal();
});
