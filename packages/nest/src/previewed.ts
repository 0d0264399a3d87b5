import type { PreviewProvider } from "./guarded-method.js";
import type { PreviewAnswer } from "./tier2-options.js";

// What the compiler demands of a guarded method. All of it hangs on the first argument of one signature, and each kind of
// mistake is a type of its own, so that the compiler's message begins with the mistake: overloads would begin with
// whichever of them was meant least.

/** The preview is no method of the class, or none that everybody may call. */
type NoPublicMethod<Name extends string, Args extends unknown[]> = {
  readonly [Key in Name]: (...args: Args) => PreviewAnswer;
};

/** The preview cannot be called with the arguments of the guarded method. It may take fewer. */
type PreviewTakesOtherArguments<Name extends string, Args extends unknown[]> = {
  readonly [Key in Name]: (...args: Args) => PreviewAnswer;
};

/** The preview answers something else. */
type AnswersNoPreview<Name extends string, Args extends unknown[]> = {
  readonly [Key in Name]: (...args: Args) => PreviewAnswer;
};

/** The same of a provider's preview, which is no member of the class. */
interface ProviderTakesOtherArguments<Takes extends unknown[], Gets extends unknown[]> {
  readonly "@Tier2()": readonly [takes: Takes, gets: Gets];
}

/** Only methods are guarded: no accessors, and none that are named by a symbol. */
interface NoMethodWithAName {
  readonly "@Tier2()": never;
}

type Named<Name extends string, Class, Args extends unknown[]> = [Name] extends [keyof Class]
  ? Class[Name & keyof Class] extends (...args: Args) => unknown
    ? Class[Name & keyof Class] extends (...args: Args) => PreviewAnswer
      ? unknown
      : AnswersNoPreview<Name, Args>
    : PreviewTakesOtherArguments<Name, Args>
  : NoPublicMethod<Name, Args>;

type Provided<Preview extends (...args: never[]) => unknown, Args extends unknown[]> = Preview extends (
  ...args: Args
) => unknown
  ? unknown
  : ProviderTakesOtherArguments<Parameters<Preview>, Args>;

/** `applyDecorators()` takes decorators of any method of any class: that the preview fits is seen at start-up there. */
type AnyClass = Parameters<MethodDecorator>[0];

/** What the class of a method under `@Tier2()` has to be, beside what it is. */
export type Previewed<Preview, Class, Key, Method> = AnyClass extends Class
  ? unknown
  : [Key, Method] extends [string, (...args: infer Args) => unknown]
    ? Preview extends string
      ? Named<Preview, Class, Args>
      : Preview extends PreviewProvider
        ? Provided<InstanceType<Preview>["preview"], Args>
        : never
    : NoMethodWithAName;
