import { approvalFailureTests } from "../../src/index.js";
import { bindingFaults } from "../faults/binding.js";
import type { Fault } from "../faults/fault.js";
import { subjectOf } from "../support/reference-subject.js";

const { server: AnyArgument } = bindingFaults[0] as Fault;
const sizes = { operations: 50, persistMs: 5 };

approvalFailureTests("broken", subjectOf(AnyArgument), sizes);
approvalFailureTests("right", subjectOf(), sizes);
