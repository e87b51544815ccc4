//! Lists the diagnostics of root signatures that are parsed.

use hlslc_base::{Diagnostic, Span};
use hlslc_rootsig::Rule;
use hlslc_rootsig::shader::FindingKind;

/// The row of a rule, filled in.
pub(crate) fn of_rule(rule: &Rule, span: Span, text: &str) -> Diagnostic {
    let row = match rule {
        Rule::RootFlagsTwice => root_flags_twice,
        Rule::UnknownRootFlags(_)
        | Rule::UnknownDescriptorFlags(_)
        | Rule::UnknownRangeFlags(_)
        | Rule::UnknownSamplerFlags(_) => unknown_flag_bits,
        Rule::DescriptorFlagsOfV1_0 | Rule::RangeFlagsOfV1_0(_) | Rule::SamplerFlagsBefore1_2(_) => not_in_version,
        Rule::SeveralDataFlagsOnDescriptor | Rule::SeveralDataFlagsOnRange => several_data_flags,
        Rule::DataFlagsOnSamplers => data_flags_on_samplers,
        Rule::VolatileDescriptorsOfStaticData | Rule::VolatileAndStaticDescriptors => contradicting_flags,
        Rule::RegisterNumber(_) | Rule::RegisterOverflow { .. } => register_number,
        Rule::ReservedSpace(_) => reserved_space,
        Rule::NoDescriptors => no_descriptors,
        Rule::OffsetOverflow { .. } => offset_overflow,
        Rule::AppendAfterUnbounded => append_after_unbounded,
        Rule::SamplersMixed => samplers_mixed,
        Rule::Overlap { .. } => overlap,
        Rule::MipLodBias(_) | Rule::MaxAnisotropy(_) | Rule::MinLodNan | Rule::MaxLodNan => sampler_value,
        Rule::ComparisonWithoutFunction => comparison_without_function,
        Rule::UintFlagBorderColor(_) => uint_border_color,
        Rule::NonNormalizedFilter(_) | Rule::NonNormalizedLod { .. } | Rule::NonNormalizedAddress { .. } => {
            non_normalized_coordinates
        }
        Rule::TooLarge(_) => too_large,
    };
    row(span, text)
}

/// The row of a finding, filled in.
pub(crate) fn of_finding(kind: &FindingKind, span: Span, text: &str) -> Diagnostic {
    let row = match kind {
        FindingKind::NotBound(_) | FindingKind::OtherSpace { .. } | FindingKind::PartlyBound { .. } => not_bound,
        FindingKind::NotVisible { .. } => not_visible,
        FindingKind::NotForRootDescriptor(_) => not_for_root_descriptor,
        FindingKind::StageDenied(_) => stage_denied,
        FindingKind::LocalRootSignature => local_root_signature,
        FindingKind::HeapFlagMissing(_) => heap_flag_missing,
        FindingKind::TooFewConstants { .. } => too_few_constants,
    };
    row(span, text)
}

hlslc_base::diagnostics! {
    /// `RootFlags` is given more than once.
    E1120 error root_flags_twice(text: &str) => "{text}";
    /// Bits that are no flag of any version.
    E1121 error unknown_flag_bits(text: &str) => "{text}";
    /// Something that the version of the root signature does not have.
    E1122 error not_in_version(text: &str) => "{text}";
    /// More than one flag about data.
    E1123 error several_data_flags(text: &str) => "{text}";
    /// A flag about data on samplers.
    E1124 error data_flags_on_samplers(text: &str) => "{text}";
    /// Flags that contradict each other.
    E1125 error contradicting_flags(text: &str) => "{text}";
    /// A register number past the last one.
    E1126 error register_number(text: &str) => "{text}";
    /// A register space that belongs to the system.
    E1127 error reserved_space(text: &str) => "{text}";
    /// A range without descriptors.
    E1128 error no_descriptors(text: &str) => "{text}";
    /// A range past the end of any table.
    E1129 error offset_overflow(text: &str) => "{text}";
    /// A range after one without end.
    E1130 error append_after_unbounded(text: &str) => "{text}";
    /// Samplers and other descriptors in one table.
    E1131 error samplers_mixed(text: &str) => "{text}";
    /// A register that is bound twice.
    E1132 error overlap(text: &str) => "{text}";
    /// A number of a static sampler that is out of range.
    E1133 error sampler_value(text: &str) => "{text}";
    /// A comparison filter without a comparison function.
    E1134 error comparison_without_function(text: &str) => "{text}";
    /// A border colour that contradicts the flags of the sampler.
    E1135 error uint_border_color(text: &str) => "{text}";
    /// A sampler that contradicts its non-normalised coordinates.
    E1136 error non_normalized_coordinates(text: &str) => "{text}";
    /// Root arguments beyond 64 DWORDs.
    W1137 warning["rootsig-size"] too_large(text: &str) => "{text}";
    /// A shader uses registers that its root signature does not bind, or not all of them.
    E1140 error not_bound(text: &str) => "{text}";
    /// A shader uses registers that its root signature binds for another stage.
    E1141 error not_visible(text: &str) => "{text}";
    /// A shader uses through a root descriptor what only a table can bind.
    E1142 error not_for_root_descriptor(text: &str) => "{text}";
    /// A shader uses resources although its stage is denied access.
    E1143 error stage_denied(text: &str) => "{text}";
    /// The root signature of an entry point is a local one.
    E1146 error local_root_signature(text: &str) => "{text}";
    /// A shader indexes a heap without the flag for it.
    W1144 warning["rootsig-heap-flag"] heap_flag_missing(text: &str) => "{text}";
    /// A shader reads more root constants than there are.
    W1145 warning["rootsig-constants"] too_few_constants(text: &str) => "{text}";
}
