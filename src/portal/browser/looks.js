/* The preview of the payment page follows its form: colour, letters, text, methods and their order, before they are saved. */
const preview = document.querySelector('[data-preview]')
const form = preview && document.querySelector('main form:has([name=pageColour])')

function redraw() {
  preview.style.setProperty('--page', form.elements.pageColour.value)
  preview.dataset.font = form.elements.pageFont.value
  preview.querySelector('[data-note]').textContent = form.elements.pageText.value
  const lines = [...preview.querySelectorAll('[data-method]')]
  for (const line of lines) line.hidden = !form.elements[`method_${line.dataset.method}`].checked
  const placeOf = ({ dataset }) => Number(form.elements[`place_${dataset.method}`].value)
  lines[0]?.parentElement.append(...lines.sort((a, b) => placeOf(a) - placeOf(b)))
}

if (form) {
  redraw()
  form.addEventListener('input', redraw)
}
