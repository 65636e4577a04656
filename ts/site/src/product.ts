/** The name of the product, wherever it is shown. */
export const product = 'Good Life Book Club';
