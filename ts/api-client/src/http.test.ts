import { AxiosError, type InternalAxiosRequestConfig } from 'axios';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createWaitlistEntry, updateWaitlistEntry } from './generated/waitlist.ts';
import { ApiError, client } from './http.ts';

const adapter = vi.fn<(config: InternalAxiosRequestConfig) => Promise<unknown>>();

beforeEach(() => {
  document.head.innerHTML = '<meta name="apikey" content="the-key">';
  adapter.mockReset();
  Object.assign(client.defaults, { adapter });
});

describe('a request', () => {
  it("carries the page's client key, and the body as it is", async () => {
    adapter.mockImplementation((config) => answer(config, 201, { id: 'an-id' }));

    await expect(createWaitlistEntry({ email: 'sam@example.com', name: null })).resolves.toEqual({
      id: 'an-id',
    });
    const config = adapter.mock.calls[0]?.[0];
    expect(config?.method).toBe('post');
    expect(config?.url).toBe('/api/v1/waitlist');
    expect(config?.headers.get('apikey')).toBe('the-key');
    expect(config?.headers.get('Content-Type')).toBe('application/json');
    expect(JSON.parse(config?.data as string)).toEqual({ email: 'sam@example.com', name: null });
  });

  it('takes the key that the page has at the time', async () => {
    adapter.mockImplementation((config) => answer(config, 204));
    document.head.innerHTML = '<meta name="apikey" content="another-key">';

    await updateWaitlistEntry('an-id', { phone_number: null });
    expect(adapter.mock.calls[0]?.[0].headers.get('apikey')).toBe('another-key');
  });

  it('gives up on an answer that does not come', async () => {
    adapter.mockImplementation((config) => answer(config, 204));
    await updateWaitlistEntry('an-id', {});
    expect(adapter.mock.calls[0]?.[0].timeout).toBe(20_000);
  });
});

describe('a refusal', () => {
  it('becomes an ApiError with all that the problem says', async () => {
    const problem = {
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      code: 'invalid_request',
      detail: 'Please enter a valid email',
      errors: [{ field: 'email', message: 'Please enter a valid email' }],
    };
    refuse(400, problem);

    const error = await failure();
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: 'Please enter a valid email',
      status: 400,
      code: 'invalid_request',
      detail: 'Please enter a valid email',
      errors: problem.errors,
      retryAfter: undefined,
    });
  });

  it('says how long to wait', async () => {
    refuse(429, { code: 'rate_limited', detail: 'Too many requests.' }, { 'retry-after': '5' });
    expect(await failure()).toMatchObject({ status: 429, code: 'rate_limited', retryAfter: 5 });
  });

  it.each([
    ['text', '<html>Bad Gateway</html>'],
    ['nothing', ''],
    ['other JSON', { error: 'oops' }],
    ['null', null],
  ])('may hold %s', async (_, body) => {
    refuse(502, body);
    expect(await failure()).toMatchObject({
      message: 'the server answered 502',
      status: 502,
      code: undefined,
      detail: undefined,
      errors: [],
    });
  });

  it('keeps what was sent out of the error', async () => {
    refuse(500, { code: 'internal', detail: 'Something failed.' });
    const error = await failure();
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('sam@');
    expect(error).not.toHaveProperty('cause');
  });
});

it('tells of a connection that broke', async () => {
  adapter.mockRejectedValue(new AxiosError('Network Error', AxiosError.ERR_NETWORK));
  expect(await failure()).toMatchObject({
    message: 'no answer came',
    status: undefined,
    code: undefined,
    detail: undefined,
    errors: [],
  });
});

async function failure(): Promise<unknown> {
  return createWaitlistEntry({ email: 'sam@example.com' }).then(
    () => expect.unreachable('the call succeeded'),
    (error: unknown) => error,
  );
}

function answer(config: InternalAxiosRequestConfig, status: number, data?: unknown) {
  return Promise.resolve({ status, statusText: '', data, headers: {}, config });
}

function refuse(status: number, data: unknown, headers = {}) {
  adapter.mockImplementation((config) => {
    const response = { status, statusText: '', data, headers, config };
    return Promise.reject(new AxiosError('refused', undefined, config, undefined, response));
  });
}
