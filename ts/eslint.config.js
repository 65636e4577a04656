import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['**/build/', '**/dist/', '**/generated/'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-empty-function': 'off',
      // Numbers read well in a text.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // A parameter that is there for its place has a name with an underscore.
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['**/site/src/**/*.{ts,tsx}', 'src/**/*.tsx'],
    extends: [jsxA11y.flatConfigs.strict, reactHooks.configs.flat.recommended],
  },
  // The site's imports go one way: app, pages, features, design.
  ...[
    { layer: 'design', above: ['features', 'pages', 'app'] },
    { layer: 'features', above: ['pages', 'app'] },
    { layer: 'pages', above: ['app'] },
  ].map(({ layer, above }) => ({
    files: [`**/src/${layer}/**`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { group: above.map((name) => `**/${name}/**`), message: 'Imports go one way.' },
          ],
        },
      ],
    },
  })),
);
